package dev.yorozu.nostalgic.counter;

import dev.yorozu.nostalgic.Service;

/** A counter as it is shown. */
public record CounterView(Service service, Counts counts) {}
