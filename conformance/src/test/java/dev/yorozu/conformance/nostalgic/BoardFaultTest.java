package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.Editing;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A server killed, or cut off from its store, at each call. */
@OnEveryStore(costly = true)
final class BoardFaultTest extends BoardSuite {
    @Test
    void aCallCostsAsManyRoundTripsAsItMust() {
        String id = created(3);
        Posting.Posted posted = posted(id, 1, "m1");
        FaultyStore counting = FaultyStore.counting(store());
        boards(counting).view(id, Optional.empty());
        assertThat(counting.calls()).isEqualTo(2);
        posted(boards(counting), id, 2, "m2");
        assertThat(counting.calls()).isEqualTo(6);
        boards(counting).edit(id, posted.messageId(), token(posted), Contribution.of("m1!"));
        assertThat(counting.calls()).isEqualTo(12);
    }

    @Test
    void aMessageIsWholeOrNotThere() {
        everyFault(
                (boards, posted) -> boards.post(posted.view().service().id(), visitor(9), Contribution.of("m3")),
                id -> {
                    boolean there = texts(id).contains("m3");
                    assertThat(isMarked(id, visitor(9))).isEqualTo(there);
                    assertThat(texts(id)).isEqualTo(there ? List.of("m2", "m3") : List.of("m1", "m2"));
                });
    }

    @Test
    void anEditIsMadeOrNot() {
        everyFault(
                (boards, posted) -> boards.edit(
                        posted.view().service().id(), posted.messageId(), token(posted), Contribution.of("m1!")),
                id -> assertThat(texts(id)).isIn(List.of("m1", "m2"), List.of("m1!", "m2")));
    }

    @Test
    void aRemovalIsMadeOrNot() {
        everyFault(
                (boards, posted) -> boards.remove(posted.view().service().id(), posted.messageId(), token(posted)),
                id -> assertThat(texts(id)).isIn(List.of("m1", "m2"), List.of("m2")));
    }

    /** What an earlier version left of a message is removed by whoever asks for the message again. */
    @Test
    void theTokenOfAMessageThatIsGoneIsForgotten() {
        String id = created(5);
        store().commit(Batch.builder()
                .hashPut(edits(id), Bytes.of("gone"), Bytes.of("hash"))
                .build());
        assertThat(boards().remove(id, "gone", person(ALICE))).isInstanceOf(Editing.NoMessage.class);
        assertSound(id);
    }

    @Test
    void aChangeIsMadeOrCanBeMadeAgain() {
        everyFault(
                (boards, posted) ->
                        boards.change((Ownership.Owned) boards.services().owned(url, TOKEN), keep(1)),
                id -> {
                    boards().change(owned(), keep(1));
                    assertThat(texts(id)).containsExactly("m2");
                });
    }

    private void everyFault(BiConsumer<Boards, Posting.Posted> action, Consumer<String> check) {
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int call = 1; reached; call++) {
                String id = created(2);
                Posting.Posted first = posted(id, 1, "m1");
                posted(id, 2, "m2");
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                try {
                    action.accept(boards(faulty), first);
                } catch (StoreException cutOff) {
                    assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
                }
                reached = faulty.calls() >= call;
                assertSound(id);
                check.accept(id);
                assertSound(id);
                boards().clear(owned());
                posted(id, 51, "z");
                assertSound(id);
                assertThat(services().delete(owned())).isTrue();
                assertNothingLeft(id);
            }
        }
    }
}
