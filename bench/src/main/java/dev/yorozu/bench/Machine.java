package dev.yorozu.bench;

/** What the numbers were taken on. */
final class Machine {
    private Machine() {}

    static String describe() {
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
