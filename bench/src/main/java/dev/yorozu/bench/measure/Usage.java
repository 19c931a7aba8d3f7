package dev.yorozu.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What the system has accounted to a process. */
public final class Usage {
    private Usage() {}

    /** How long all processors together have worked for it, in its own code and in the kernel. */
    public static Duration processor(ProcessHandle process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("The system does not say what a process used"));
    }

    /** The bytes of it that are in memory now. */
    public static long resident(ProcessHandle process) {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .map(line -> line.replaceAll("\\D", ""))
                            .mapToLong(Long::parseLong)
                            .findFirst()
                            .orElseThrow()
                    << 10;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
