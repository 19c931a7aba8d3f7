package dev.yorozu.store.testkit.session;

import dev.yorozu.secret.RandomTokens;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/** Random tokens that remembers every sid drawn, also those that were never acknowledged to anybody. */
final class RecordedTokens implements RandomGenerator {
    private final SecureRandom source = new SecureRandom();
    private final List<String> sids = new CopyOnWriteArrayList<>();

    RandomTokens tokens() {
        return RandomTokens.from(this);
    }

    /** All sids drawn so far. */
    List<String> sids() {
        return sids;
    }

    @Override
    public void nextBytes(byte[] bytes) {
        source.nextBytes(bytes);
        if (bytes.length == SessionTheme.LAYOUT.sid().bytes()) {
            sids.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        }
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }
}
