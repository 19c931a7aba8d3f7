package dev.yorozu.store.rocks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Another process that runs a class of these tests, and is killed without warning when it is closed. */
record Child(Process process, BufferedReader lines, Path library) implements AutoCloseable {
    static Child start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** Starts it behind another command, which must end by becoming what follows it. */
    static Child start(List<String> before, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        // The engine unpacks its library, and a killed process cannot tidy up after itself.
        Path library = Files.createTempDirectory("yorozu-engine");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("ROCKSDB_SHAREDLIB_DIR", library.toString());
        Process process = builder.start();
        return new Child(process, process.inputReader(StandardCharsets.UTF_8), library);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        lines.close();
        try (Stream<Path> files = Files.list(library)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(library);
    }
}
