package dev.yorozu.oauth;

import java.time.Instant;
import java.util.Optional;

/**
 * Sessions of some kind, each of which holds what a provider granted. Whatever changes one is guarded by what was seen of
 * it, so that nothing returns from the dead.
 *
 * @param <H> a session as it was when it was read
 */
public interface GrantHolders<H> {
    /** What stands for the session's id in keys. */
    String keyPart(H holder);

    /** When the access token ends; empty where the provider did not say. */
    Optional<Instant> accessEnd(H holder);

    Optional<String> accessToken(H holder);

    /** Empty where there is none, and nothing can be renewed. */
    Optional<String> refreshToken(H holder);

    /** The same session as it is now; empty when it is over. */
    Optional<H> find(H seen);

    /**
     * Writes a grant over what was seen.
     *
     * @param asked when the provider was asked, from where the token's life is counted
     */
    Writing<H> write(H seen, Grant grant, Instant asked);

    /** Ends the session unless it was changed since it was seen; true when this ended it. */
    boolean end(H seen);

    /** What became of a grant that was to be written. */
    sealed interface Writing<H> {
        /** The session as it is now. */
        record Written<H>(H holder) implements Writing<H> {}

        /** Somebody else changed the session first; nothing was written. */
        record Superseded<H>(H current) implements Writing<H> {}

        /** There is no such session any more; nothing was written. */
        record Over<H>() implements Writing<H> {}
    }
}
