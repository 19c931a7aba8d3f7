package dev.yorozu.server.operate.transport;

/** What an operation is asked with that needs to know nothing. */
public record Nothing() {}
