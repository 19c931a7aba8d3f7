package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.history.RandomHistory;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class UpstashTest {
    private final UpstashStandIn upstash =
            UpstashStandIn.start(RedisProcess.shared().port());

    @AfterEach
    void stop() {
        upstash.close();
    }

    @Test
    void agreesWithTheReference() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openPatient(upstash.settings())) {
            RandomHistory.usual().atMost(1500).play(reference, store);
        }
    }

    @Test
    void aReadOnlyTokenIsFoundOutAtTheStart() {
        RedisSettings settings = upstash.settings().withToken(UpstashStandIn.READ_ONLY_TOKEN);
        assertThatThrownBy(() -> Stores.open(settings))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("takes this token for reading only: set the token that may also write");
    }

    @Test
    void whoOnlyReadsNeedsNoMoreThanAReadOnlyToken() {
        Key key = key();
        try (Store store = Stores.open(upstash.settings())) {
            store.commit(Batch.builder().put(key, "41", Expiry.never()).build());
        }
        RedisSettings settings = upstash.settings().withToken(UpstashStandIn.READ_ONLY_TOKEN);
        try (Store store = RedisStore.openToRead(settings, Limits.DEFAULT)) {
            assertThat(store.get(key)).contains(Bytes.of("41"));
        }
        assertThatThrownBy(() -> RedisStore.openToRead(settings.withToken("wrong"), Limits.DEFAULT))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("does not accept the token");
    }

    @Test
    void aWrongTokenIsRefused() {
        RedisSettings settings = upstash.settings().withToken("wrong");
        assertThatThrownBy(() -> Stores.open(settings))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("does not accept the token");
        assertThatThrownBy(() -> Stores.open(settings.withToken("")))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("needs a token");
    }

    @Test
    void nothingOfItCanBeKeptInMemory() {
        Tracking all = new Tracking(key -> true, Duration.ofMinutes(1), 1 << 20);
        assertThatThrownBy(() -> TrackedStore.open(upstash.settings(), all, Limits.DEFAULT, StoreObserver.NONE))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("turn the tracking off");
    }

    @Test
    void anyBytesAreSafe() {
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        Bytes bytes = Bytes.of(every);
        Key value = key();
        Key set = Key.of("", value.name(), ":set");
        try (Store store = Stores.open(upstash.settings())) {
            store.commit(Batch.builder().put(value, bytes, Expiry.never()).build());
            store.commit(Batch.builder()
                    .require(Guard.equalTo(value, bytes))
                    .setAdd(set, bytes, Bytes.of("é"))
                    .build());
            assertThat(store.get(value)).contains(bytes);
            assertThat(store.read(new Read.IsMember(set, bytes))).isTrue();
            assertThat(store.members(set)).containsExactlyInAnyOrder(bytes, Bytes.of("é"));
        }
    }

    @Test
    void manyQuestionsAreOneRequest() {
        try (Store store = Stores.open(upstash.settings())) {
            int before = upstash.requests();
            store.readAll(List.of(new Read.Get(key()), new Read.Size(key()), new Read.Type(key())));
            store.readAll(List.of(new Read.Get(key()), new Read.Get(key())));
            assertThat(upstash.requests() - before).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void aTripIsOneRequestAndALostAnswerIsTheFaultOfEach() {
        Key counter = key();
        try (Store store = Stores.open(upstash.settings())) {
            Batch two = Batch.builder().add(counter, 1).add(counter, 1).build();
            store.commit(two); // Upstash knows the script from now on.
            int before = upstash.requests();
            RoundTrip trip = new RoundTrip(store);
            trip.commit(two);
            trip.commit(Batch.builder().add(key(), 1).build());
            RoundTrip.Answer<Optional<Bytes>> value = trip.read(new Read.Get(key()));
            trip.send();
            assertThat(value.get()).isEmpty();
            assertThat(upstash.requests() - before).isEqualTo(1);
            upstash.behave(UpstashStandIn.Behaviour.LOSE_ANSWER);
            RoundTrip lost = new RoundTrip(store);
            RoundTrip.Answer<Commit> batch = lost.commit(two);
            RoundTrip.Answer<Optional<Bytes>> question = lost.read(new Read.Get(counter));
            lost.send();
            assertThatThrownBy(batch::get).isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThatThrownBy(question::get).isInstanceOf(StoreException.Unavailable.class);
            upstash.behave(UpstashStandIn.Behaviour.ANSWER);
            assertThat(store.get(counter)).contains(Bytes.of(6));
        }
    }

    @Test
    void aLostAnswerLeavesTheOutcomeUnknownAndTheBatchIsNotSentAgain() {
        Key counter = key();
        try (Store store = Stores.open(upstash.settings())) {
            store.commit(Batch.builder().add(counter, 1).build());
            upstash.behave(UpstashStandIn.Behaviour.LOSE_ANSWER);
            int before = upstash.requests();
            assertThatThrownBy(
                            () -> store.commit(Batch.builder().add(counter, 1).build()))
                    .isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThat(upstash.requests() - before).isEqualTo(1);
            upstash.behave(UpstashStandIn.Behaviour.ANSWER);
            assertThat(store.get(counter)).contains(Bytes.of(2));
        }
    }

    @Test
    void aFailureInBetweenIsOfUnknownOutcomeAndARefusalIsNot() {
        Batch batch = Batch.builder().add(key(), 1).build();
        try (Store store = Stores.open(upstash.settings())) {
            upstash.behave(UpstashStandIn.Behaviour.FAIL_INSIDE);
            assertThatThrownBy(() -> store.commit(batch)).isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThatThrownBy(store::ping).isInstanceOf(StoreException.Unavailable.class);
            upstash.behave(UpstashStandIn.Behaviour.TOO_MANY);
            assertThatThrownBy(() -> store.commit(batch))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessage("Upstash has had too many requests");
        }
    }

    @Test
    void anUnreachableHostIsUnavailable() {
        try (Store store = Stores.open(upstash.settings())) {
            upstash.close();
            assertThatThrownBy(store::ping).isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(() -> Stores.open(upstash.settings()))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessageContaining("does not accept connections");
        }
    }

    private static Key key() {
        return Key.of("upstash-" + UUID.randomUUID());
    }
}
