package dev.yorozu.account;

/** A device that was seen, and whether it was for the first time. */
public record Remembered(Device device, boolean isNew) {}
