package dev.yorozu.bench.measure;

/** What the numbers were taken on. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        Runtime runtime = Runtime.getRuntime();
        return "Java %s (%s), %s %s, %d processors, %,d MiB heap"
                .formatted(
                        Runtime.version(),
                        System.getProperty("java.vm.name"),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        runtime.availableProcessors(),
                        runtime.maxMemory() >> 20);
    }
}
