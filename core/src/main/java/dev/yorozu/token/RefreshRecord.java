package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is stored at a refresh token's own key: whose it is. Whether it lives is for the user's ledger to say.
 *
 * @param keyPart what stands for the token in keys
 * @param family given by the token itself where another program issued it
 * @param access the access token that was issued together with it; empty where another program did that
 * @param usedAt when it was spent, as far as that was written down
 * @param stored the exact bytes, by which a change is guarded
 */
record RefreshRecord(
        String keyPart,
        String user,
        String family,
        Instant issuedAt,
        Instant endsAt,
        Optional<String> access,
        Optional<Instant> usedAt,
        Document attributes,
        Bytes stored) {
    boolean isSpent() {
        return usedAt.isPresent();
    }

    /** The login of a token that nothing is known about but this. */
    Line line() {
        return Line.first(family, keyPart, issuedAt, endsAt, List.of(), attributes);
    }
}
