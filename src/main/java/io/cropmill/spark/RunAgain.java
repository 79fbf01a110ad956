package io.cropmill.spark;

import io.cropmill.text.ShellWord;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;

/**
 * What to type to run a rebuild again, for {@code nightly.json}. Values that Spark would not show, by the names of their
 * settings or for what they hold ({@code spark.redaction.regex}), are not shown here: they must be set again.
 */
public final class RunAgain {
    /** Set by {@code jobs/cropmill} to the words that it was called with, each quoted as Bash's {@code printf %q} does. */
    static final String COMMAND = "spark.cropmill.command";

    private static final String REDACTION = "spark.redaction.regex";
    private static final String REDACTED = "*********(redacted)";
    private static final String JAVA_OPTIONS = "--driver-java-options";
    private static final Pattern WORD =
            Pattern.compile("(?:\\\\.|\\$'(?:\\\\.|[^'\\\\])*'|'[^']*'|[^\\s\\\\'])+", Pattern.DOTALL);

    private RunAgain() {}

    /** The command; without settings, for runs that no launcher started. */
    public static String command(SparkConf conf, URI source, URI target) {
        return redacted(
                conf,
                conf.get(
                        COMMAND,
                        "jobs/cropmill rebuild --source " + ShellWord.of(source.toString()) + " --target "
                                + ShellWord.of(target.toString())));
    }

    private static String redacted(SparkConf conf, String command) {
        String[] before = {""};
        return WORD.matcher(command).replaceAll(found -> {
            String word = found.group();
            String shown = shown(conf, before[0], word);
            before[0] = word;
            return Matcher.quoteReplacement(shown);
        });
    }

    private static String shown(SparkConf conf, String before, String word) {
        String bare = word.startsWith("$'") ? word.substring(2, word.length() - 1) : word;
        int option = bare.startsWith("--conf=") ? bare.indexOf('=') + 1 : 0;
        int equals = bare.indexOf('=', option);
        String begin;
        boolean secret;
        if (equals >= 0 && (option > 0 || before.equals("--conf") || before.equals("-c"))) {
            begin = bare.substring(0, equals + 1);
            secret = isSecret(conf, bare.substring(option, equals), bare.substring(equals + 1));
        } else {
            begin = bare.startsWith(JAVA_OPTIONS + "=") ? JAVA_OPTIONS + "=" : "";
            secret = (!begin.isEmpty() || before.equals(JAVA_OPTIONS))
                    && isSecret(conf, "spark.driver.extraJavaOptions", bare);
        }
        return secret ? begin + "'" + REDACTED + "'" : word;
    }

    /** What Spark itself would redact where it shows a configuration. */
    private static boolean isSecret(SparkConf conf, String name, String value) {
        SparkConf alone = new SparkConf(false).set(name, value);
        if (conf.contains(REDACTION)) {
            alone.set(REDACTION, conf.get(REDACTION));
        }
        return ("\n" + alone.toDebugString()).contains("\n" + name + "=" + REDACTED);
    }
}
