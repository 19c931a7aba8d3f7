package dev.yorozu.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the system has accounted to a process. */
public final class Usage {
    private Usage() {}

    /** How long all processors together have worked for it, in its own code and in the kernel. */
    public static Duration processor(ProcessHandle process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("The system does not say what a process used"));
    }

    /** How much of that the compilers of a JVM took, in the ticks of the system; nothing of another program. */
    public static long compilerTicks(ProcessHandle process) {
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.mapToLong(Usage::ticksOfCompiler).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long ticksOfCompiler(Path thread) {
        String stat;
        try {
            stat = Files.readString(thread.resolve("stat"));
        } catch (IOException ended) {
            return 0;
        }
        // "PID (name) state …": user and system time are the twelfth and thirteenth behind the name.
        int nameEnd = stat.lastIndexOf(')');
        String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
        String[] fields = stat.substring(nameEnd + 2).split(" ", -1);
        return name.startsWith("C1 Comp") || name.startsWith("C2 Comp")
                ? Long.parseLong(fields[11]) + Long.parseLong(fields[12])
                : 0;
    }

    /** The bytes of it that are in memory now. */
    public static long resident(ProcessHandle process) {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
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
