package dev.yorozu.account;

/** What a device runs. */
public enum OperatingSystem {
    UNKNOWN(""),
    WINDOWS("Windows"),
    MACOS("macOS"),
    LINUX("Linux"),
    IOS("iOS"),
    ANDROID("Android");

    private final String text;

    OperatingSystem(String text) {
        this.text = text;
    }

    /** Its name as its maker spells it; empty where it is not known. */
    public String text() {
        return text;
    }
}
