package dev.yorozu.nostalgic;

/** Where services report what happened to them. Returns at once and throws nothing. */
@FunctionalInterface
public interface Events {
    Events NONE = event -> {};

    void happened(Event event);
}
