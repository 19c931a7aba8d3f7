package dev.yorozu.account;

/** What is written down of an account's past. */
public enum Occasion {
    CREATED,
    SIGNED_IN,
    REFUSED,
    SIGNED_OUT,
    SIGNED_OUT_EVERYWHERE,
    PASSWORD_CHANGED,
    DISABLED,
    ENABLED,
    DEVICE_FORGOTTEN,
    TOKEN_REUSED
}
