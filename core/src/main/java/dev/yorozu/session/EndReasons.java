package dev.yorozu.session;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Why sessions ended that their holders did not end themselves, for the holder of one who comes back with it. Safe for use
 * by any number of threads and servers.
 *
 * <p>A reason explains and decides nothing: it is written after the session's record is gone, and lost where a server stops
 * in between. It is kept for as long as the session could have lived.
 */
public final class EndReasons {
    private static final Logger LOGGER = Logger.getLogger(EndReasons.class.getName());
    private static final Pattern REASON = Pattern.compile("[a-z_]{1,64}");

    private final Store store;
    private final KeyPattern pattern;
    private final Duration life;

    /** @param pattern with what stands for a session in keys as its only part */
    public EndReasons(Store store, KeyPattern pattern, Duration life) {
        this.store = store;
        this.pattern = pattern;
        this.life = life;
    }

    /** Keeps why these sessions ended. A store that fails loses the explanation, and nothing else. */
    public void explain(List<String> keyParts, String reason) {
        if (!REASON.matcher(reason).matches()) {
            throw new IllegalArgumentException("A reason is 1 to 64 of a-z and _");
        }
        try {
            RoundTrip.commitAll(
                    store,
                    keyParts.stream()
                            .map(keyPart -> Batch.builder()
                                    .put(pattern.key(keyPart), Bytes.of(reason), Expiry.after(life))
                                    .relaxed()
                                    .build())
                            .toList());
        } catch (StoreException fault) {
            LOGGER.log(Level.FINE, "It is not kept why a session ended", fault);
        }
    }

    /** Why the session ended that this stands for in keys; empty where nothing is known of it. */
    public Optional<String> reason(String keyPart) {
        try {
            return store.get(pattern.key(keyPart))
                    .map(Bytes::text)
                    .filter(text -> REASON.matcher(text).matches());
        } catch (StoreException.WrongType notAReason) {
            return Optional.empty();
        }
    }
}
