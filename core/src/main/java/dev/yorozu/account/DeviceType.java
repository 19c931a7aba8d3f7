package dev.yorozu.account;

/** The kind of a device. */
public enum DeviceType {
    BROWSER,
    MOBILE_APP,
    DESKTOP_APP,
    OTHER
}
