package dev.yorozu.conformance.token;

/** Where the truth about refresh tokens lies: in the user's ledger, in the session's record, or in a record for each token. */
enum LineageKind {
    LEDGER,
    SESSION,
    FAMILY
}
