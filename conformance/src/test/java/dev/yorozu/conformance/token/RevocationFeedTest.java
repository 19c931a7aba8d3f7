package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedAnswer;
import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.feed.Told;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.SessionClaims;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/** A program that knows signatures and the feed refuses what the server refuses, and nothing else, whatever is cut off. */
@OnEveryStore(heldClock = true, costly = true)
final class RevocationFeedTest extends TokenSuite {
    private static final Duration LONG_AGO = Duration.ofSeconds(11);
    private static final int PAGE = 3;

    private final AtomicLong nanos = new AtomicLong();

    private RevocationFeed feed(Store through) {
        return new RevocationFeed(
                through, new FeedPolicy(Duration.ofHours(1), 1_000_000), RandomTokens.secure(), clock(), nanos::get);
    }

    private static String realm(LineageKind kind) {
        return switch (kind) {
            case LEDGER -> "tokens";
            case SESSION -> "users";
            case FAMILY -> "patreon";
        };
    }

    /** What a program keeps that reads the feed, a few revocations at a time. */
    private static final class Validator {
        private final RevocationFeed feed;
        private final String realm;
        private final Set<String> ids = new HashSet<>();
        private final Map<String, Long> before = new HashMap<>();
        private Cursor cursor = Cursor.start();

        Validator(RevocationFeed feed, LineageKind kind) {
            this.feed = feed;
            this.realm = realm(kind);
        }

        void read() {
            boolean more = true;
            while (more) {
                FeedAnswer.Page page = (FeedAnswer.Page) feed.read(cursor, List.of(realm), PAGE);
                page.told().stream().map(Told::event).forEach(this::keep);
                cursor = Cursor.of(page.next().toString()).orElseThrow();
                more = page.more();
            }
        }

        private void keep(Document event) {
            event.text("jti").ifPresent(ids::add);
            event.text("sid").ifPresent(ids::add);
            event.text("user")
                    .ifPresent(user -> before.merge(user, event.number("before").orElseThrow(), Math::max));
        }

        boolean refuses(Jwt jwt) {
            String id = jwt.id();
            return ids.contains(id)
                    || ids.contains(id.substring(0, Math.max(0, id.indexOf('.'))))
                    || jwt.claims()
                            .text(SessionClaims.SESSION)
                            .filter(ids::contains)
                            .isPresent()
                    || jwt.claims()
                            .text(SessionClaims.PUBLIC_SESSION)
                            .filter(ids::contains)
                            .isPresent()
                    || jwt.issuedAt().getEpochSecond() < before.getOrDefault(jwt.subject(), 0L);
        }
    }

    /** Asserts that a program which began before, and one that begins now, judge every token as the server does. */
    private void assertAgreed(LineageFixture user, Validator... validators) {
        Validator fresh = new Validator(feed(store()), user.kind);
        for (Validator validator : List.of(validators)) {
            assertAgrees(user, validator);
        }
        assertAgrees(user, fresh);
    }

    private void assertAgrees(LineageFixture user, Validator validator) {
        validator.read();
        for (Issued pair : user.pairs()) {
            assertThat(validator.refuses(user.accessJwt(pair)))
                    .as("refused by a program with the feed")
                    .isEqualTo(!user.accessLives(pair));
        }
    }

    private LineageFixture fed(LineageFixture like) {
        return like.kind.fixture(new LineageFixture.Setting(feed(store()).store(), like.storage, clock(), GRACE, 3));
    }

    @OfEveryLineage
    void everyEndIsToldAndNothingElse(LineageFixture any) {
        LineageFixture user = fed(any).issued(3);
        Validator validator = new Validator(feed(store()), user.kind);
        assertAgreed(user, validator);
        rotated(user.rotate(user.first()));
        assertAgreed(user, validator);
        user.end(user.pair(1));
        assertAgreed(user, validator);
        clock().advance(GRACE.plusSeconds(1));
        assertReused(user.rotate(user.first()));
        assertAgreed(user, validator);
        user.issued(5);
        assertAgreed(user, validator);
        user.endOtherwise(user.store, user.pairs().getLast());
        assertAgreed(user, validator);
        user.issue();
        user.endAll();
        user.issue();
        assertAgreed(user, validator);
        assertThat(user.accessLives(user.pairs().getLast())).isTrue();
    }

    /** That a token has ended by itself is no news, also where its id leaves a list. */
    @OfEveryLineage(LineageKind.LEDGER)
    void whatEndsByItselfIsNotTold(LedgerFixture any) {
        LineageFixture user = fed(any).issued(1);
        Validator validator = new Validator(feed(store()), user.kind);
        validator.read();
        clock().advance(ACCESS_LIFE.plus(SKEW).plusSeconds(1));
        Issued next = rotated(user.rotate(user.first()));
        clock().advance(ACCESS_LIFE.plus(SKEW).plusSeconds(1));
        rotated(user.rotate(next));
        validator.read();
        assertThat(validator.refuses(user.accessJwt(user.pairs().getLast()))).isFalse();
        assertThat(validator.ids)
                .doesNotContain(access(user.first()).id(), access(next).id());
    }

    @OfEveryLineage
    void whateverIsCutOffIsToldInTheEndIfItHappened(LineageFixture any) {
        List<BiFunction<LineageFixture, Store, ?>> acts = List.of(
                (user, through) -> user.end(through, user.first()), LineageFixture::endAll, LineageFixture::issue);
        for (BiFunction<LineageFixture, Store, ?> act : acts) {
            new EveryCall<LineageFixture, Object>(
                            store(),
                            () -> fed(any).issued(3),
                            (through, user) -> act.apply(user, feed(through).store()),
                            number -> inTurn(any.storage, number))
                    .cutOff(user -> assertAgreed(user), (user, cut) -> {
                        Validator validator = new Validator(feed(store()), user.kind);
                        validator.read();
                        nanos.addAndGet(LONG_AGO.toNanos());
                        assertAgrees(user, validator);
                        assertThat(store().type(ServerKeys.FEED_PENDING.key(realm(user.kind))))
                                .as("what was announced and not settled")
                                .isEmpty();
                    });
        }
    }

    /** What operators and clients of doors write by hand. */
    @OfEveryLineage(LineageKind.LEDGER)
    void whatIsWrittenByHandIsTold(LedgerFixture any) {
        LedgerFixture user = (LedgerFixture) fed(any).issued(3);
        Validator validator = new Validator(feed(store()), user.kind);
        user.put(LedgerFixture.revoked(user.first()), "1");
        assertAgreed(user, validator);
        user.byHand(batch -> batch.setRemove(
                user.accessSet, dev.yorozu.store.Bytes.of(access(user.pair(1)).id())));
        assertAgreed(user, validator);
        user.delete(user.accessSet);
        assertAgreed(user, validator);
        user.issued(1);
        clock().advance(SECOND);
        user.put(
                TokenKeys.INVALID_BEFORE.key(user.id),
                Long.toString(clock().instant().getEpochSecond()));
        assertAgreed(user, validator);
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void whoeverMeetsIsToldOf(LineageFixture any) throws Exception {
        for (int round = 0; round < Rounds.of(3, 1_000); round++) {
            LineageFixture user = fed(any).issued(2);
            Validator validator = new Validator(feed(store()), user.kind);
            RevocationFeed other = feed(store());
            Race.run(List.of(
                    action(() -> attempt(() -> user.rotate(user.first()))),
                    action(() -> attempt(() -> user.issue(other.store()))),
                    action(() -> attempt(() -> user.endAll(other.store()))),
                    action(() -> attempt(() -> user.end(user.pair(1)))),
                    action(() -> {
                        validator.read();
                        return 0;
                    })));
            nanos.addAndGet(LONG_AGO.toNanos());
            assertAgreed(user, validator);
        }
    }

    private static int attempt(Runnable work) {
        try {
            work.run();
            return 1;
        } catch (StoreException busy) {
            return 0;
        }
    }
}
