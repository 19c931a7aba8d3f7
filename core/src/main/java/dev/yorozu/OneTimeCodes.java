package dev.yorozu;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Codes that are good once: to confirm an address, to set a new password, to take a session to another browser.
 *
 * <pre>{@code
 * OneTimeCodes codes = yorozu.oneTime("confirmations");
 * String code = codes.issue("hanako@example.com", Duration.ofMinutes(10));
 * codes.redeem(code).ifPresent(address -> out.println(address + " is confirmed"));
 * }</pre>
 *
 * <p>Of any number who redeem a code at once, on any number of servers, exactly one is given what it stands for. A crash
 * after that loses the code and never gives it twice. Hardened, the store holds the digest of a code, and what it stands for
 * is encrypted under the code itself. Safe for use by many threads.
 */
public final class OneTimeCodes {
    private static final int CODE_BYTES = 16;
    private static final String FIELD = "payload";

    private final Context context;
    private final Storage storage;
    private final KeyPattern pattern;

    private OneTimeCodes(Builder builder) {
        context = builder.context;
        storage = builder.storage;
        pattern = builder.pattern;
    }

    /**
     * A code of 128 random bits: 22 letters, digits, dashes and underscores.
     *
     * @param payload what it stands for; well-formed text, of half a megabyte at most
     * @param life until when it can be redeemed, from now on
     */
    public String issue(String payload, Duration life) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(payload)) {
            throw new IllegalArgumentException("What a code stands for cannot be text with half a character in it");
        }
        String code = context.random().base64url(CODE_BYTES);
        String sealed = storage.seal(code, FIELD, payload, context.random());
        if (storage.open(code, FIELD, sealed).isEmpty()) {
            throw new IllegalArgumentException("Plain storage cannot keep a text that looks encrypted");
        }
        context.store()
                .commit(Batch.builder()
                        .put(key(code), sealed, Expiry.after(life))
                        .build());
        return code;
    }

    /** Spends a code and gives what it stands for; empty for a code that is spent, has expired, or is none of these. */
    public Optional<String> redeem(String code) {
        if (pattern.find(code).isEmpty()) {
            return Optional.empty();
        }
        Commit commit = context.store().commit(Batch.builder().take(key(code)).build());
        return commit instanceof Commit.Applied applied
                ? applied.value(0).flatMap(stored -> storage.open(code, FIELD, stored.text()))
                : Optional.empty();
    }

    private Key key(String code) {
        return pattern.key(storage.keyPart(code));
    }

    /** What can be chosen of one-time codes. */
    public static final class Builder {
        private final Context context;
        private KeyPattern pattern;
        private Storage storage;

        Builder(Context context, String app) {
            this.context = context;
            this.storage = context.storage();
            this.pattern = AppKeys.ONE_TIME.within(app);
        }

        public Builder storage(Storage kept) {
            this.storage = kept;
            return this;
        }

        /** Keeps codes at a documented key, whose only part is the code: 22 characters of base64 for URLs, or 43 hardened. */
        public Builder layout(KeyPattern documented) {
            this.pattern = documented;
            return this;
        }

        OneTimeCodes build() {
            return new OneTimeCodes(this);
        }
    }
}
