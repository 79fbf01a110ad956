package io.cropmill;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What takes seconds to start is used by tests that are marked as {@link Slow}, and by no others. */
@AnalyzeClasses(packages = "io.cropmill", importOptions = OnlyIncludeTests.class)
class SlowTestsTest {
    private static final Pattern SLOW_TO_START = Pattern.compile("org\\.apache\\.spark\\.SparkContext"
            + "|org\\.apache\\.spark\\.sql\\.SparkSession"
            + "|org\\.apache\\.spark\\.api\\.java\\.JavaSparkContext"
            + "|org\\.apache\\.hadoop\\.hdfs\\.MiniDFSCluster"
            + "|org\\.openqa\\.selenium\\..*"
            + "|java\\.lang\\.ProcessBuilder");

    @ArchTest
    static void whatIsSlowToStartIsUsedBySlowTestsOnly(JavaClasses classes) {
        Set<String> marked = new TreeSet<>();
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : classes) {
            boolean isTest = type.getSimpleName().endsWith("Test")
                    && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                    && !type.getPackageName().equals("io.cropmill.cluster");
            if (isTest && reachesSlowStart(type, classes)) {
                (isMarked(type) ? marked : unmarked).add(type.getName());
            }
        }
        assertThat(unmarked).as("tests without @Slow").isEmpty();
        assertThat(marked).isNotEmpty();
    }

    /** By way of any other classes of the tests. */
    private static boolean reachesSlowStart(JavaClass test, JavaClasses classes) {
        Set<JavaClass> seen = new HashSet<>(Set.of(test));
        Deque<JavaClass> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (var dependency : open.remove().getDirectDependenciesFromSelf()) {
                JavaClass used = dependency.getTargetClass().getBaseComponentType();
                if (SLOW_TO_START.matcher(used.getName()).matches()) {
                    return true;
                }
                if (classes.contain(used.getName()) && seen.add(used)) {
                    open.add(used);
                }
            }
        }
        return false;
    }

    private static boolean isMarked(JavaClass test) {
        return test.isAnnotatedWith(Slow.class)
                || test.getAllRawSuperclasses().stream().anyMatch(base -> base.isAnnotatedWith(Slow.class));
    }
}
