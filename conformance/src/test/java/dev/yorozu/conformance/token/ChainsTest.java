package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.ChainLayout;
import dev.yorozu.token.ChainPolicy;
import dev.yorozu.token.Chains;
import dev.yorozu.token.Chains.Link;
import dev.yorozu.token.Spending;
import dev.yorozu.token.TokenForm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Tokens that are spent once for the next, by themselves: whoever issues access tokens for them is played by the test. */
@OnEveryStore(heldClock = true)
final class ChainsTest extends TokenSuite {
    private static final ChainPolicy CHAINS = new ChainPolicy(LIFE, GRACE);
    private static final RandomTokens RANDOM = RandomTokens.secure();

    /** Lets everything live and numbers what it issues, unless it is told otherwise. */
    private static final class Desk implements Chains.Issuer {
        private final AtomicInteger issued = new AtomicInteger();
        private final AtomicBoolean closed = new AtomicBoolean();
        private final List<Link> asked = new CopyOnWriteArrayList<>();
        private volatile Runnable meanwhile = () -> {};

        @Override
        public boolean lives(Link link) {
            return !closed.get();
        }

        @Override
        public Optional<Chains.Issued> issue(Link link) {
            asked.add(link);
            meanwhile.run();
            return closed.get()
                    ? Optional.empty()
                    : Optional.of(new Chains.Issued("access-" + issued.incrementAndGet(), link));
        }
    }

    private final Desk desk = new Desk();

    private Chains chains(Storage storage) {
        return chains(store(), storage, RANDOM);
    }

    private Chains chains(Store store, Storage storage, RandomTokens random) {
        return new Chains(store, ChainLayout.PATREON, CHAINS, storage, random, clock());
    }

    private static Link link(Chains chains) {
        return new Link("4711", "session-" + RANDOM.hex(8), chains.nextFamily());
    }

    private static Key key(Storage storage, String token) {
        return PatreonKeys.REFRESH.key(storage == Storage.DOCUMENTED ? token : TokenForm.UUID.digest(token));
    }

    private static Spending.Pair spent(Spending spending) {
        assertThat(spending).isInstanceOf(Spending.Spent.class);
        return ((Spending.Spent) spending).pair();
    }

    private Document record(Storage storage, String token) {
        return store().get(key(storage, token)).flatMap(Document::parse).orElseThrow();
    }

    @InBothStorages
    void theIssuerLearnsWhatTheTokenHangsOn(Storage storage) {
        Chains chains = chains(storage);
        Link link = link(chains);
        String token = chains.begin(link);
        Spending.Pair pair = spent(chains.spend(token, desk));
        spent(chains.spend(pair.refreshToken(), desk));
        assertThat(desk.asked).containsExactly(link, link);
        assertThat(link.toString()).doesNotContain(link.session());
        assertThat(pair.toString()).doesNotContain(pair.refreshToken());
        assertThatThrownBy(() -> chains.begin(new Link("4711", "s", "no family")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @InBothStorages
    void whatTheIssuerRefusesOrFailsAtSpendsNothing(Storage storage) {
        Chains chains = chains(storage);
        String token = chains.begin(link(chains));
        Bytes record = store().get(key(storage, token)).orElseThrow();
        desk.closed.set(true);
        assertThat(chains.spend(token, desk)).isEqualTo(new Spending.Over());
        desk.closed.set(false);
        desk.meanwhile = () -> {
            throw new IllegalStateException("away");
        };
        assertThatThrownBy(() -> chains.spend(token, desk)).hasMessage("away");
        assertThat(store().get(key(storage, token))).hasValue(record);
        desk.meanwhile = () -> {};
        spent(chains.spend(token, desk));
        // Spent, and what it hangs on is over: the pair is not given again.
        desk.closed.set(true);
        assertThat(chains.spend(token, desk)).isEqualTo(new Spending.Refused());
        desk.closed.set(false);
        assertThat(chains.spend(token, desk)).isInstanceOf(Spending.Repeated.class);
    }

    /** Remembers the UUIDs that were drawn, also those of tokens that nobody got. */
    private static final class DrawnIds implements RandomGenerator {
        private final List<String> drawn = new CopyOnWriteArrayList<>();

        @Override
        public void nextBytes(byte[] bytes) {
            byte[] fresh = RANDOM.bytes(bytes.length);
            System.arraycopy(fresh, 0, bytes, 0, bytes.length);
            if (bytes.length == 16) {
                drawn.add(TokenForm.UUID.next(RandomTokens.from(new Fixed(fresh))));
            }
        }

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("Only bytes are drawn");
        }
    }

    private record Fixed(byte[] bytes) implements RandomGenerator {
        @Override
        public void nextBytes(byte[] target) {
            System.arraycopy(bytes, 0, target, 0, target.length);
        }

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("Only bytes are drawn");
        }
    }

    @InBothStorages
    void losersLeaveNoTokenBehind(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10, 50); round++) {
            DrawnIds ids = new DrawnIds();
            Chains chains = chains(store(), storage, RandomTokens.from(ids));
            String token = chains.begin(link(chains));
            List<Spending> all = Race.run(32, () -> chains.spend(token, desk));
            Spending.Pair pair = spent(all.stream()
                    .filter(Spending.Spent.class::isInstance)
                    .findFirst()
                    .orElseThrow());
            assertThat(all).filteredOn(Spending.Spent.class::isInstance).hasSize(1);
            assertThat(all).filteredOn(new Spending.Repeated(pair)::equals).hasSize(all.size() - 1);
            assertThat(ids.drawn.stream()
                            .filter(each -> store().type(key(storage, each)).isPresent()))
                    .containsExactlyInAnyOrder(token, pair.refreshToken());
        }
    }

    @InBothStorages
    void aSuccessorEndsNoLaterThanATombstoneThatItDidNotSee(Storage storage) {
        Chains chains = chains(storage);
        Link link = link(chains);
        String token = chains.begin(link);
        long before = clock().millis();
        desk.meanwhile = () -> {
            clock().advance(Duration.ofMinutes(5));
            chains.end(link.family());
        };
        Spending.Pair pair = spent(chains.spend(token, desk));
        desk.meanwhile = () -> {};
        assertThat(record(storage, pair.refreshToken()).number("expiresAt")).hasValue(before + LIFE.toMillis());
        assertLife(PatreonKeys.ENDED_FAMILY.key(link.family()), LIFE);
        assertThat(chains.spend(pair.refreshToken(), desk)).isEqualTo(new Spending.Refused());
        assertThat(chains.spend(token, desk)).isEqualTo(new Spending.Refused());
        assertThat(desk.asked).hasSize(1);
    }

    @InBothStorages
    void whateverLiesAtATombstonesKeyEndsTheFamily(Storage storage) {
        Chains chains = chains(storage);
        Link link = link(chains);
        String token = chains.begin(link);
        Key tombstone = PatreonKeys.ENDED_FAMILY.key(link.family());
        store().commit(Batch.builder()
                .setAdd(tombstone, Bytes.of("x"))
                .expire(tombstone, Expiry.after(Duration.ofHours(1)))
                .build());
        assertThat(chains.spend(token, desk)).isEqualTo(new Spending.Refused());
        store().commit(Batch.builder().delete(tombstone).build());
        spent(chains.spend(token, desk));
    }

    @InBothStorages
    void theGraceIsCountedFromWhenTheTokenWasSpent(Storage storage) {
        Chains chains = chains(storage);
        String token = chains.begin(link(chains));
        desk.meanwhile = () -> clock().advance(GRACE);
        Spending.Pair pair = spent(chains.spend(token, desk));
        desk.meanwhile = () -> {};
        clock().advance(GRACE.minus(MOMENT));
        assertThat(chains.spend(token, desk)).isEqualTo(new Spending.Repeated(pair));
        clock().advance(MOMENT);
        assertThat(chains.spend(token, desk)).isInstanceOf(Spending.Reused.class);
    }

    @InBothStorages
    void aRecordAtAnotherTokensKeyIsOfUseOnlyWhereNothingIsSealed(Storage storage) {
        Chains chains = chains(storage);
        String token = chains.begin(link(chains));
        String other = chains.begin(link(chains));
        Bytes stored = store().get(key(storage, token)).orElseThrow();
        store().commit(Batch.builder()
                .put(key(storage, other), stored, Expiry.after(LIFE))
                .build());
        assertThat(chains.spend(other, desk))
                .isInstanceOf(storage == Storage.HARDENED ? Spending.Refused.class : Spending.Spent.class);
    }

    @InBothStorages
    void aRecordThatChangesAllTheTimeIsAFaultAndSpendsNothing(Storage storage) {
        Chains chains = chains(storage);
        String token = chains.begin(link(chains));
        AtomicInteger turn = new AtomicInteger();
        desk.meanwhile = () -> store().commit(Batch.builder()
                .put(
                        key(storage, token),
                        record(storage, token)
                                .with("note", turn.incrementAndGet())
                                .bytes(),
                        Expiry.after(LIFE))
                .build());
        assertThatThrownBy(() -> chains.spend(token, desk)).isInstanceOf(StoreException.Unavailable.class);
        desk.meanwhile = () -> {};
        assertThat(turn.get()).isBetween(2, 100);
        spent(chains.spend(token, desk));
        assertThat(record(storage, token).has("note")).isTrue();
    }

    @InBothStorages
    void whatHasNoFormOfATokenCostsNoCall(Storage storage) {
        FaultyStore counting = FaultyStore.counting(store());
        Chains chains = chains(counting, storage, RANDOM);
        for (String text :
                List.of("", "x", "0f9619ff8b864d01b42d00cf4fc964ff", "0F9619FF-8B86-4D01-B42D-00CF4FC964FF")) {
            assertThat(chains.spend(text, desk)).isEqualTo(new Spending.Refused());
        }
        assertThat(counting.calls()).isZero();
    }
}
