package dev.yorozu.conformance.token;

/** Where the truth about refresh tokens lies: in the user's ledger, in the session's record, or in a record for each token. */
enum LineageKind {
    LEDGER(LedgerFixture.class),
    SESSION(SessionFixture.class),
    FAMILY(FamilyFixture.class);

    final Class<? extends LineageFixture> type;

    LineageKind(Class<? extends LineageFixture> type) {
        this.type = type;
    }

    LineageFixture fixture(LineageFixture.Setting setting) {
        return switch (this) {
            case LEDGER -> new LedgerFixture(setting);
            case SESSION -> new SessionFixture(setting);
            case FAMILY -> new FamilyFixture(setting);
        };
    }
}
