package dev.yorozu.conformance.frontdoor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.HeldLock;
import dev.yorozu.LoadingCache;
import dev.yorozu.NamedCounters;
import dev.yorozu.NamedLocks;
import dev.yorozu.ValueCodec;
import dev.yorozu.Yorozu;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Limits, locks, caches, links and counters of the front door. */
@OnEveryStore
final class PiecesTest extends Suite {
    private static final int THREADS = 8;

    private final String own = UUID.randomUUID().toString();

    private Yorozu yorozu() {
        return Yorozu.builder(store()).clock(clock()).open();
    }

    @Test
    void aLimitLetsSoManyPass() {
        for (int i = 0; i < 3; i++) {
            assertThat(check().allowed()).isTrue();
        }
        Decision refused = check();
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfterSeconds()).isPositive();
    }

    private Decision check() {
        return yorozu().limits().check("login", own + "@example.com", 3, Duration.ofHours(1));
    }

    @Test
    void aLimitCanCountInDocumentedWindows() {
        var limits = yorozu().limits(
                        chosen -> chosen.fixedWindows(WindowLayout.DISCORD).failMode(FailMode.CLOSED));
        assertThat(limits.check("me", own, 1, Duration.ofMinutes(1)).allowed()).isTrue();
        assertThat(limits.check("me", own, 1, Duration.ofMinutes(1)).allowed()).isFalse();
    }

    @Test
    void aLockIsHeldByOneAndReleasedByClosing() {
        NamedLocks locks = yorozu().locks();
        try (HeldLock lock = locks.tryAcquire(own, Duration.ofMinutes(1)).orElseThrow()) {
            assertThat(locks.tryAcquire(own, Duration.ofMinutes(1))).isEmpty();
            assertThat(locks.run(own, Duration.ofMinutes(1), () -> {
                        throw new AssertionError("The lock is held");
                    }))
                    .isFalse();
            assertThat(lock.extend(Duration.ofMinutes(2))).isTrue();
            assertThat(lock.fence()).isEmpty();
        }
        AtomicInteger runs = new AtomicInteger();
        assertThat(locks.run(own, Duration.ofMinutes(1), runs::incrementAndGet)).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void aLockIsReleasedWhenItsActionFails() {
        NamedLocks locks = yorozu().locks();
        assertThatThrownBy(() -> locks.run(own, Duration.ofMinutes(1), () -> {
                    throw new IllegalStateException("the action's own");
                }))
                .hasMessage("the action's own");
        assertThat(locks.tryAcquire(own, Duration.ofMinutes(1))).isPresent();
    }

    @Test
    void ofManyOneHoldsALockAndFencesRise() throws Exception {
        NamedLocks locks = yorozu().locks(chosen -> chosen.app("shop").fenced());
        for (int round = 1; round <= 3; round++) {
            var held = Race.run(THREADS, () -> locks.tryAcquire(own, Duration.ofMinutes(1))).stream()
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(held).hasSize(1);
            assertThat(held.getFirst().fence()).hasValue(round);
            assertThat(held.getFirst().release()).isTrue();
            assertThat(held.getFirst().release()).isFalse();
        }
    }

    @Test
    void aCacheLoadsOnceHoweverManyAsk() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<String> cache = yorozu().cache("profiles", id -> Optional.of(id + loads.incrementAndGet()));
        assertThat(Race.run(THREADS, () -> cache.get(own).orElseThrow())).containsOnly(own + 1);
        assertThat(cache.get(own)).contains(own + 1);
        assertThat(yorozu().cache("profiles", id -> Optional.of("another server's"))
                        .get(own))
                .contains(own + 1);
        assertThat(cache.forget(own)).isTrue();
        assertThat(cache.get(own)).contains(own + 2);
        assertThat(cache.change(own, () -> "changed")).isEqualTo("changed");
        assertThat(cache.get(own)).contains(own + 3);
        assertThat(yorozu().cache("other profiles", id -> Optional.of("other")).get(own))
                .contains("other");
    }

    @Test
    void aCacheKeepsEveryValueApartFromAbsence() {
        for (String value : new String[] {"null", "\0null", "\0", "", "花子", "{}"}) {
            yorozu().cache("values", id -> Optional.of(value)).get(own + value);
            assertThat(yorozu().cache("values", id -> Optional.of("loaded again"))
                            .get(own + value))
                    .contains(value);
        }
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<Document> documents = yorozu().cache(
                        "documents",
                        ValueCodec.document(),
                        id -> {
                            loads.incrementAndGet();
                            return Optional.empty();
                        },
                        chosen -> chosen.life(Duration.ofHours(1)).absentLife(Duration.ofMinutes(1)));
        assertThat(documents.get(own)).isEmpty();
        assertThat(documents.get(own)).isEmpty();
        assertThat(loads).hasValue(1);
    }

    @Test
    void aCacheCanLieAtDocumentedKeys() {
        yorozu().cache(
                        "profile",
                        ValueCodec.document(),
                        id -> Optional.of(Document.empty().with("name", "花子")),
                        chosen -> chosen.layout(CacheLayout.PROFILES))
                .get(own);
        assertThat(store().get(UserKeys.PROFILE.key(own)).orElseThrow().text()).isEqualTo("{\"name\":\"花子\"}");
    }

    @Test
    void aLinkLeadsToItsTargetUntilItsMakerDeletesIt() {
        var links = yorozu().links(SealingKey.of(new byte[32]));
        String maker = own + "@example.com";
        var issued = (IssueResult.Issued) links.issue(maker, "https://files.example.com/a.jpg", Duration.ofDays(1));
        assertThat(links.resolve(issued.shortToken()))
                .isInstanceOfSatisfying(
                        ResolveResult.Resolved.class,
                        link -> assertThat(link.url()).startsWith("https://files.example.com/a.jpg"));
        assertThat(links.list(maker)).hasSize(1);
        assertThat(links.delete(issued.token(), "another")).isInstanceOf(DeleteResult.NotOwner.class);
        assertThat(links.delete(issued.token(), maker)).isInstanceOf(DeleteResult.Deleted.class);
        assertThat(links.resolve(issued.shortToken())).isInstanceOf(ResolveResult.NotFound.class);
        assertThat(links.resolve(issued.token())).isInstanceOf(ResolveResult.NotFound.class);
        assertThat(links.list(maker)).isEmpty();
    }

    @Test
    void aLinkLeadsOnlyToTheHostsThatAreChosen() {
        var links = yorozu().links(SealingKey.of(new byte[32]), chosen -> chosen.hosts("files.example.com"));
        assertThat(links.issue(own, "https://evil.example/a", Duration.ofDays(1)))
                .isInstanceOf(IssueResult.HostNotAllowed.class);
        assertThat(yorozu().links(SealingKey.of(new byte[32]))
                        .issue(own, "http://files.example.com/a", Duration.ofDays(1)))
                .isInstanceOf(IssueResult.HostNotAllowed.class);
    }

    @Test
    void aCounterIsExact() throws Exception {
        NamedCounters pages = yorozu().counters("pages");
        Race.run(THREADS, () -> pages.add(own));
        assertThat(pages.get(own)).isEqualTo(THREADS);
        assertThat(pages.add(own, -THREADS)).isZero();
        assertThat(pages.delete(own)).isTrue();
        assertThat(pages.delete(own)).isFalse();
        assertThat(pages.get(own)).isZero();
        assertThat(yorozu().counters("pages", chosen -> chosen.relaxed()).add(own))
                .isEqualTo(1);
    }

    @Test
    void aVisitorCountsOnceADay() throws Exception {
        NamedCounters pages = yorozu().counters("pages");
        var visits = Race.run(THREADS, () -> pages.visit(own, "2001:db8::1"));
        assertThat(visits.stream().filter(NamedCounters.Visit::counted)).hasSize(1);
        assertThat(pages.visit(own, "2001:db8::1")).isEqualTo(new NamedCounters.Visit(false, 1));
        assertThat(pages.visit(own, "2001:db8::2")).isEqualTo(new NamedCounters.Visit(true, 2));
        assertThat(pages.visit(own, "2001:db8::1").counted()).isFalse();
        clock().advance(Duration.ofDays(1));
        assertThat(pages.visit(own, "2001:db8::1")).isEqualTo(new NamedCounters.Visit(true, 3));
    }

    @Test
    void closingClosesTheStoreAndEveryPiece() {
        Store another = openAnother();
        Yorozu yorozu = Yorozu.open(another);
        LoadingCache<String> cache = yorozu.cache("profiles", Optional::of);
        yorozu.close();
        yorozu.close();
        assertThatThrownBy(another::ping).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> yorozu.limits().check("login", own, 1, Duration.ofMinutes(1)))
                .hasMessage("This Yorozu was closed");
        assertThatThrownBy(() -> cache.get(own)).hasMessage("This Yorozu was closed");
        assertThatThrownBy(() -> yorozu.locks().tryAcquire(own, Duration.ofMinutes(1)))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> yorozu.counters("pages").get(own)).isInstanceOf(StoreException.Unavailable.class);
    }
}
