package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import java.util.Optional;

/** Reads the user out of what a provider's user endpoint answers. */
@FunctionalInterface
public interface UserReader {
    /** The user; empty when the answer does not name one whose id may stand in a key. */
    Optional<User> read(Document answer);
}
