package dev.yorozu.server.cli;

import dev.yorozu.server.config.Version;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** All commands with their parameters and options, in the language of {@code man}: a section for each, in the order of the help. */
record ManualPage(CommandLine program) {
    String text() {
        CommandSpec spec = program.getCommandSpec();
        StringBuilder page = new StringBuilder();
        page.append(".TH YOROZU 1 \"\" \"yorozu %s\" \"Yorozu\"\n".formatted(Version.text()));
        page.append(".SH NAME\n").append(plain(spec.name())).append(" \\- ");
        page.append(plain(firstSentence(spec))).append('\n');
        page.append(".SH SYNOPSIS\n.B ").append(spec.name()).append("\nCOMMAND [OPTIONS]\n");
        page.append(".SH COMMANDS\n");
        appendCommands(page, program);
        page.append(".SH EXIT STATUS\n");
        spec.usageMessage()
                .exitCodeList()
                .forEach((status, meaning) -> page.append(".TP\n")
                        .append(plain(status.strip()))
                        .append('\n')
                        .append(plain(meaning))
                        .append('\n'));
        page.append(
                        ".SH SETTINGS\nSettings come from a file, the environment and options, the later before the earlier. ")
                .append("A setting such as server.port is YOROZU_SERVER_PORT in the environment.\n");
        return page.toString();
    }

    /** The page's one line, which has no full stop. */
    private static String firstSentence(CommandSpec spec) {
        return spec.usageMessage().description()[0].replaceAll("\\.$", "");
    }

    private static void appendCommands(StringBuilder page, CommandLine parent) {
        // An alias is the same command under another name.
        for (CommandLine command : new LinkedHashSet<>(parent.getSubcommands().values())) {
            CommandSpec spec = command.getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                appendCommand(page, spec);
                appendCommands(page, command);
            }
        }
    }

    private static void appendCommand(StringBuilder page, CommandSpec spec) {
        page.append(".SS ").append(plain(spec.qualifiedName(" "))).append('\n');
        String synopsis = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
        page.append(".P\n").append(plain(synopsis.replaceAll("\\s+", " "))).append("\n.P\n");
        page.append(joined(spec.usageMessage().description())).append('\n');
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            appendArgument(page, parameter, parameter.paramLabel());
        }
        for (OptionSpec option : spec.options()) {
            // Each command has these two.
            if (!option.usageHelp() && !option.versionHelp()) {
                String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                appendArgument(page, option, String.join(", ", option.names()) + value);
            }
        }
    }

    private static void appendArgument(StringBuilder page, ArgSpec argument, String name) {
        if (!argument.hidden()) {
            page.append(".TP\n.B ").append(plain(name)).append('\n');
            String usual = Objects.requireNonNullElse(argument.defaultValueString(), "");
            page.append(joined(Arrays.stream(argument.description())
                            .map(line -> line.replace("${DEFAULT-VALUE}", usual))
                            .toArray(String[]::new)))
                    .append('\n');
        }
    }

    /** Lines of a description, which picocli takes for formats. */
    private static String joined(String[] lines) {
        return List.of(lines).stream()
                .map(line -> plain(line.formatted().strip()))
                .collect(Collectors.joining("\n"));
    }

    /** As text that means nothing to {@code man}. */
    private static String plain(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-").strip();
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
