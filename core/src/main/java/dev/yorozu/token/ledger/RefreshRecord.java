package dev.yorozu.token.ledger;

import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/**
 * What is stored at a refresh token's own key: whose it is. Whether it lives is for the user's ledger to say.
 *
 * @param line the login of the token as far as its record tells; its id is made from the token where another program
 *     issued it
 * @param access the access token that was issued together with it; empty where another program did that
 * @param usedAt when it was spent, as far as that was written down
 * @param stored the exact bytes, by which a change is guarded
 */
record RefreshRecord(String user, Line line, Optional<String> access, Optional<Instant> usedAt, Bytes stored) {
    String keyPart() {
        return line.token();
    }

    String family() {
        return line.family();
    }

    boolean isSpent() {
        return usedAt.isPresent();
    }
}
