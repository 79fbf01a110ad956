package io.cropmill.faults;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/** The project's classes once more, some of them with faults in their bytecode; all others are the test's own. */
final class PatchedClasses extends URLClassLoader {
    private static final String OWN = "io.cropmill.";

    private final Map<String, byte[]> patched = new HashMap<>();

    private PatchedClasses(ClassLoader parent, URL... folders) {
        super(folders, parent);
    }

    /** Classes with these faults. */
    static PatchedClasses with(List<Fault> faults) {
        ClassLoader parent = PatchedClasses.class.getClassLoader();
        PatchedClasses classes = new PatchedClasses(
                parent, location(io.cropmill.plain.PlainReader.class), location(PatchedClasses.class));
        for (Fault fault : faults) {
            classes.patched.put(fault.className(), patch(fault, parent));
        }
        return classes;
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static byte[] patch(Fault fault, ClassLoader parent) {
        ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(parent);
        TypeDescription type =
                TypePool.Default.of(locator).describe(fault.className()).resolve();
        boolean isThere = type.getDeclaredMethods().stream().anyMatch(fault.method()::matches);
        if (!isThere) {
            throw new IllegalArgumentException("No such method for fault '" + fault.name() + "' in " + type);
        }
        return new ByteBuddy()
                .redefine(type, locator)
                .visit(Advice.to(fault.advice()).on(fault.method()))
                .make()
                .getBytes();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && name.startsWith(OWN)) {
                loaded = findClass(name);
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = patched.get(name);
        return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }

    /** Builds and validates in these classes; returns what {@link BuildAndValidate#run} does. */
    String run(String kind, String folder) throws IOException {
        return run(BuildAndValidate.class, kind, folder);
    }

    /** Builds and validates by another class with such a method. */
    String run(Class<?> job, String kind, String folder) throws IOException {
        try {
            return (String) loadClass(job.getName())
                    .getMethod("run", String.class, String.class)
                    .invoke(null, kind, folder);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(kind + ": " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
