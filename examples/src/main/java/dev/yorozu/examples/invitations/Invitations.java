package dev.yorozu.examples.invitations;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.Optional;

/**
 * The rule: an invitation is accepted once, and ends by itself. The code is never used twice, so that it needs no condition;
 * of many who accept one at once, {@code take} gives it to one.
 */
final class Invitations {
    private static final int CODE_BYTES = 32;

    private final Store store;
    private final RandomTokens random;
    private final Duration life;

    Invitations(Store store, RandomTokens random, Duration life) {
        this.store = store;
        this.random = random;
        this.life = life;
    }

    /** The code that the guest accepts with. */
    String invite(String name) {
        String code = random.base64url(CODE_BYTES);
        store.commit(Batch.builder()
                .put(InvitationKeys.INVITATION.key(code), name, Expiry.after(life))
                .build());
        return code;
    }

    /** The name of the guest; empty for a code that was accepted before, has ended, or never was. */
    Optional<String> accept(String code) {
        return InvitationKeys.INVITATION.find(code).flatMap(this::taken).map(Bytes::text);
    }

    private Optional<Bytes> taken(Key key) {
        return store.commit(Batch.builder().take(key).build()) instanceof Commit.Applied applied
                ? applied.value(0)
                : Optional.empty();
    }
}
