package dev.yorozu.jwt;

/** What came of checking a token that was presented. */
public sealed interface Verification {
    /** The token was signed with one of the keys, says what it must, and, where that was asked, is not revoked. */
    record Valid(Jwt jwt) implements Verification {}

    /** The token grants no access. The reason is for logs and operators; the client learns only that it is so. */
    record Invalid(Reason reason) implements Verification {}

    enum Reason {
        /** Not three parts of base64 for URLs in its one canonical spelling, or no JSON objects in UTF-8. */
        MALFORMED,
        TOO_LONG,
        /** A member other than {@code alg}, {@code typ} and {@code kid}, or one of these that is no text. */
        HEADER,
        /** Not the algorithm of the key. */
        ALGORITHM,
        /** No key has this name. */
        KEY,
        TYPE,
        SIGNATURE,
        ISSUER,
        AUDIENCE,
        EXPIRED,
        /** Issued in the future, or not to be used before. */
        NOT_YET,
        /** A claim that every token has is missing, or is something else than it should be. */
        CLAIMS,
        /** Revoked by its id. */
        REVOKED,
        /** Issued before the moment from which on the user's tokens count. */
        INVALIDATED,
        /** Not among those that the user has. */
        UNKNOWN
    }

    static Verification invalid(Reason reason) {
        return new Invalid(reason);
    }
}
