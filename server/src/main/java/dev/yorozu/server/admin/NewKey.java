package dev.yorozu.server.admin;

/** What became of the wish for a new signing key. */
public sealed interface NewKey {
    /** The key of this name signs from now on. */
    record Made(String name) implements NewKey {}

    /** The settings give the keys, so that nothing was done: the new one is to be given there too. */
    record Given() implements NewKey {}

    /** There is no system of this name that signs tokens. */
    record NoSystem() implements NewKey {}
}
