package dev.yorozu.server.operate.tokens;

import dev.yorozu.jwt.Verification;
import dev.yorozu.token.ledger.RefreshStanding;

/** Whether a token is live, else the first thing that is in its way. */
public enum TokenState {
    LIVE("It is accepted now."),
    BLACKLISTED("The blacklist has its id: it was revoked, or its login ended."),
    INVALIDATED("It was issued before the moment from which on the user's tokens count."),
    NOT_ALLOWED("Its id is not among those that the user has: its login ended, or the store was emptied."),
    REPLACED("A newer refresh token took its place. Presenting it again ends the login."),
    LOGIN_ENDED("Its login ended."),
    NO_SUCH_TOKEN("The store knows no such refresh token: it ended, was revoked, or never was."),
    EXPIRED("It has expired."),
    NOT_YET("It is not to be used yet."),
    UNKNOWN_KEY("It was signed with a key that is unknown here."),
    WRONG_SIGNATURE("Its signature is wrong."),
    WRONG_HEADER("Its header asks for what is not done here: another algorithm, another type, or a key of its own."),
    WRONG_CLAIMS("It was not issued here, not for here, or says less than a token must."),
    NO_TOKEN("This is neither an access token nor a refresh token.");

    private final String sentence;

    TokenState(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    static TokenState of(Verification.Reason reason) {
        return switch (reason) {
            case MALFORMED, TOO_LONG -> NO_TOKEN;
            case HEADER, ALGORITHM, TYPE -> WRONG_HEADER;
            case KEY -> UNKNOWN_KEY;
            case SIGNATURE -> WRONG_SIGNATURE;
            case ISSUER, AUDIENCE, CLAIMS -> WRONG_CLAIMS;
            case EXPIRED -> EXPIRED;
            case NOT_YET -> NOT_YET;
            case REVOKED -> BLACKLISTED;
            case INVALIDATED -> INVALIDATED;
            case UNKNOWN -> NOT_ALLOWED;
        };
    }

    static TokenState of(RefreshStanding.Reason reason) {
        return switch (reason) {
            case EXPIRED -> EXPIRED;
            case REPLACED -> REPLACED;
            case INVALIDATED -> INVALIDATED;
            case REVOKED -> BLACKLISTED;
            case ENDED -> LOGIN_ENDED;
        };
    }
}
