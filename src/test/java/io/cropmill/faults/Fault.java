package io.cropmill.faults;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A fault to put into one method.
 *
 * @param seam step of the way from a source to its files that it is in
 * @param name what is wrong
 * @param className of the class that has it
 * @param method of that class
 * @param advice code that is put before or behind the method's own
 * @param kinds of sources that it shows in
 */
record Fault(
        String seam,
        String name,
        String className,
        ElementMatcher<MethodDescription> method,
        Class<?> advice,
        List<String> kinds) {
    /**
     * A fault in a method.
     *
     * @param place room, class and method: {@code crop.BatchBuilder#build}, with {@code (1)} for the one that takes one
     *     argument, or {@code #new}
     */
    static Fault of(String seam, String name, String place, Class<?> advice, List<String> kinds) {
        int hash = place.indexOf('#');
        String method = place.substring(hash + 1);
        ElementMatcher<MethodDescription> named = method.equals("new")
                ? ElementMatchers.isConstructor()
                : method.endsWith(")")
                        ? ElementMatchers.<MethodDescription>named(method.substring(0, method.length() - 3))
                                .and(ElementMatchers.takesArguments(method.charAt(method.length() - 2) - '0'))
                        : ElementMatchers.named(method);
        return new Fault(seam, name, "io.cropmill." + place.substring(0, hash), named, advice, kinds);
    }

    @Override
    public String toString() {
        return seam + ": " + name;
    }
}
