package dev.yorozu.bench.http;

/** What the script {@code ./yorozu} tells its benchmarks of the tree. */
public final class LaunchProperties {
    private LaunchProperties() {}

    public static String of(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("Start this benchmark by ./yorozu bench: it sets " + name);
        }
        return value;
    }
}
