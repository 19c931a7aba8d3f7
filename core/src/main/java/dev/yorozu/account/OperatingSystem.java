package dev.yorozu.account;

/** What a device runs. */
public enum OperatingSystem {
    UNKNOWN,
    WINDOWS,
    MACOS,
    LINUX,
    IOS,
    ANDROID
}
