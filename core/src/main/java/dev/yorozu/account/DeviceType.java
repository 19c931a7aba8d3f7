package dev.yorozu.account;

/** What kind of thing somebody signs in from. */
public enum DeviceType {
    BROWSER,
    MOBILE_APP,
    DESKTOP_APP,
    OTHER
}
