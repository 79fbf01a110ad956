package io.cropmill.cli;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ParseResult;

/** The folders that a command line names, for messages that name files in them. */
record NamedFolders(ParseResult command) {
    private static final List<String> OPTIONS = List.of("--source", "--target");

    /** A line that begins with a path in brackets, and not with a URI. */
    private static final Pattern RELATIVE = Pattern.compile("(?m)^\\[(?![a-z]+:/)[^\\]\n/][^\\]\n]*\\] ");

    /** The message; where it names files without their folder, the folders are added once. */
    String added(String message) {
        List<String> folders = new ArrayList<>();
        for (String option : OPTIONS) {
            if (command.hasMatchedOption(option)) {
                // A command that can do without has an Optional.
                command.matchedOption(option).typedValues().stream()
                        .filter(URI.class::isInstance)
                        .forEach(uri -> folders.add(option + " " + uri));
            }
        }
        return folders.isEmpty() || !RELATIVE.matcher(message).find()
                ? message
                : message + "\nFiles are named as they are in " + String.join(" or ", folders);
    }
}
