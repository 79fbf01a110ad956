package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that was started without a UTF-8 locale, as containers often are. */
@Slow
class LocaleTest {
    @TempDir
    Path folder;

    /** Runs in that JVM: copies every file below the folder of the first argument to its name and "-copy". */
    public static void main(String[] arguments) throws IOException {
        Storage storage = Storages.of(arguments[0], new Configuration());
        for (FileEntry file : storage.walk("")) {
            storage.replace(file.path() + "-ü", storage.readSmall(file.path(), 100));
        }
    }

    @Test
    void namesAreUtf8WhateverTheLocale() throws Exception {
        Files.writeString(Files.createDirectory(folder.resolve("größe")).resolve("\uD83D\uDE97.npy"), "abc");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LocaleTest.class.getName(),
                        folder.toString()))
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "POSIX");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(folder.resolve("größe/\uD83D\uDE97.npy-ü")).hasContent("abc");
    }
}
