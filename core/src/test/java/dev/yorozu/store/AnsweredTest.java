package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.memory.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch that is committed together with questions. */
class AnsweredTest {
    private static final Key KEY = TokenKeys.REVOKED.key("a");
    private static final List<Read.Get> QUESTIONS = List.of(new Read.Get(TokenKeys.REVOKED.key("b")));

    private final MemoryStore store = new MemoryStore();

    /** Commits, and cannot be asked anything. */
    private final Store mute = new Store() {
        @Override
        public Commit commit(Batch batch) {
            return store.commit(batch);
        }

        @Override
        public <R> R read(Read<R> question) {
            throw new StoreException.Unavailable("Out of reach");
        }

        @Override
        public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
            throw new StoreException.Unavailable("Out of reach");
        }

        @Override
        public Scan.Page scan(Scan scan) {
            throw new StoreException.Unavailable("Out of reach");
        }

        @Override
        public void ping() {}

        @Override
        public void close() {}
    };

    private static Batch batch(Guard guard) {
        return Batch.builder().require(guard).put(KEY, "1", Expiry.never()).build();
    }

    @Test
    void oneThatWasAppliedIsNotCalledUndoneBecauseTheQuestionsFailed() {
        assertThatThrownBy(() -> mute.commit(batch(Guard.absent(KEY)), QUESTIONS))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(store.get(KEY)).isPresent();
    }

    @Test
    void oneThatWasRejectedChangedNothingWhateverTheQuestionsSay() {
        assertThatThrownBy(() -> mute.commit(batch(Guard.present(KEY)), QUESTIONS))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(store.get(KEY)).isEmpty();
    }
}
