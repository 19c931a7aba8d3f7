package dev.yorozu.nostalgic;

/** Whether a token is that of an address's service. */
public sealed interface Ownership {
    /** @param hash what is kept of the token, so that what follows can be bound to it */
    record Owned(Service service, String hash) implements Ownership {}

    record WrongToken() implements Ownership {}

    record NoService() implements Ownership {}
}
