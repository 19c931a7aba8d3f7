package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.Editing;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Many visitors at once. */
@OnEveryStore(costly = true)
final class BoardRaceTest extends BoardSuite {
    @Test
    void ofOneVisitorsMessagesOnePassesTheCooldown() throws Exception {
        String id = created(100);
        Boards boards = boards();
        List<Posting> outcomes = Race.of(24, number -> boards.post(id, ALICE, Contribution.of("m" + number)));
        assertThat(outcomes.stream().filter(Posting.Posted.class::isInstance)).hasSize(1);
        assertThat(outcomes.stream().filter(Posting.TooSoon.class::isInstance)).hasSize(23);
        assertThat(texts(id)).hasSize(1);
        assertSound(id);
    }

    /** Each thread knows the order of its own: of these, the newest are there, all behind the first that is. */
    @Test
    void ofFiveHundredMessagesTheNewestHundredAreThereInTheirOrder() throws Exception {
        String id = created(100);
        Boards boards = boards();
        int threads = 50;
        int each = 10;
        Race.of(threads, thread -> {
            for (int i = 0; i < each; i++) {
                posted(boards, id, thread * each + i, thread + "/" + i);
            }
            return thread;
        });
        List<String> texts = texts(id);
        assertThat(texts).hasSize(100);
        for (int thread = 0; thread < threads; thread++) {
            String own = thread + "/";
            List<String> kept =
                    texts.stream().filter(text -> text.startsWith(own)).toList();
            List<String> newest = new ArrayList<>();
            for (int i = each - kept.size(); i < each; i++) {
                newest.add(own + i);
            }
            assertThat(kept).isEqualTo(newest);
        }
        assertSound(id);
    }

    /** Messages are posted, changed and removed at once; what is acknowledged is so in the end. */
    @Test
    void nothingIsLostDoubledOrRevived() throws Exception {
        for (int round = 0; round < Rounds.of(2); round++) {
            String id = created(1000);
            Boards boards = boards();
            List<Posting.Posted> there = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                there.add(posted(id, i, "old" + i));
            }
            List<Editing> outcomes = Race.of(32, number -> {
                Posting.Posted target = there.get(number / 4);
                return switch (number % 4) {
                    case 0, 1 ->
                        boards.edit(
                                id, target.messageId(), token(target), Contribution.of(number / 4 + "edit" + number));
                    case 2 ->
                        number / 4 % 2 == 0
                                ? boards.remove(id, target.messageId(), token(target))
                                : new Editing.NoMessage();
                    default -> {
                        posted(boards, id, 100 + number, "new" + number);
                        yield new Editing.NoMessage();
                    }
                };
            });
            assertSound(id);
            List<String> texts = texts(id);
            for (int message = 0; message < 8; message++) {
                String own = message + "edit";
                boolean removed = message % 2 == 0;
                assertThat(texts.stream().filter(text -> text.startsWith(own))).hasSize(removed ? 0 : 1);
                if (removed) {
                    assertThat(outcomes.get(message * 4 + 2)).isInstanceOf(Editing.Removed.class);
                }
                assertThat(texts).contains("new" + (message * 4 + 3));
            }
            assertThat(texts).hasSize(4 + 8);
            assertThat(texts.stream().filter(text -> text.contains("edit")).map(text -> text.charAt(0)))
                    .isSorted();
            services().delete(owned());
        }
    }

    /** The message is changed by somebody else before each call that a change takes. */
    @Test
    void twoChangesOfAMessageAreOneAfterTheOther() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(10);
            Posting.Posted posted = posted(id, 1, "m1");
            FaultyStore store = FaultyStore.meanwhile(
                    store(),
                    call,
                    () -> boards().edit(id, posted.messageId(), token(posted), Contribution.of("other")));
            assertThat(boards(store).edit(id, posted.messageId(), token(posted), Contribution.of("mine")))
                    .isInstanceOf(Editing.Edited.class);
            reached = store.calls() >= call;
            assertThat(texts(id)).hasSize(1).containsAnyOf("mine", "other");
            assertSound(id);
            services().delete(owned());
        }
    }

    /** The message is removed before each call that a change takes; or changed before each that a removal takes. */
    @Test
    void whatIsRemovedStaysRemoved() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(10);
            Posting.Posted posted = posted(id, 1, "m1");
            FaultyStore edit =
                    FaultyStore.meanwhile(store(), call, () -> boards().remove(id, posted.messageId(), token(posted)));
            boards(edit).edit(id, posted.messageId(), token(posted), Contribution.of("back"));
            assertThat(texts(id)).isEqualTo(edit.calls() >= call ? List.of() : List.of("back"));
            assertSound(id);
            Posting.Posted other = posted(id, 2, "m2");
            FaultyStore remove = FaultyStore.meanwhile(
                    store(), call, () -> boards().edit(id, other.messageId(), token(other), Contribution.of("back")));
            assertThat(boards(remove).remove(id, other.messageId(), token(other)))
                    .isInstanceOf(Editing.Removed.class);
            assertThat(hashed(id)).doesNotContain(other.messageId());
            assertSound(id);
            reached = edit.calls() >= call || remove.calls() >= call;
            services().delete(owned());
        }
    }

    /** The owner raises the limit, and others post, before each call that a message takes. */
    @Test
    void aMessagePushesOutAtMostOne() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(2);
            posted(id, 1, "m1");
            posted(id, 2, "m2");
            FaultyStore store = FaultyStore.meanwhile(store(), call, () -> {
                boards().change(owned(), keep(10));
                posted(id, 3, "m3");
                posted(id, 4, "m4");
            });
            posted(boards(store), id, 5, "m5");
            reached = store.calls() >= call;
            assertThat(texts(id)).contains("m5");
            if (reached) {
                assertThat(texts(id)).contains("m2", "m3", "m4");
            }
            assertSound(id);
            services().delete(owned());
        }
    }

    /** The owner lowers the limit before each call that a message takes. */
    @Test
    void aMessageDuringAChangeLeavesNoMoreThanThereMayBe() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(5);
            for (int i = 1; i <= 5; i++) {
                posted(id, i, "m" + i);
            }
            FaultyStore store = FaultyStore.meanwhile(store(), call, () -> boards().change(owned(), keep(2)));
            posted(boards(store), id, 9, "new");
            reached = store.calls() >= call;
            assertThat(texts(id)).endsWith("new");
            assertSound(id);
            services().delete(owned());
        }
    }

    /** Somebody posts before each call that the lowering of the limit takes. */
    @Test
    void aChangeDuringAMessageLeavesNoMoreThanThereMayBe() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(5);
            for (int i = 1; i <= 3; i++) {
                posted(id, i, "m" + i);
            }
            FaultyStore store = FaultyStore.meanwhile(store(), call, () -> posted(id, 9, "new"));
            boards(store).change((Ownership.Owned) boards(store).services().owned(url, TOKEN), keep(2));
            reached = store.calls() >= call;
            assertThat(texts(id)).isEqualTo(reached ? List.of("m3", "new") : List.of("m2", "m3"));
            assertSound(id);
            services().delete(owned());
        }
    }

    @Test
    void aMessageNeverMakesABoardThatIsGone() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(2);
            posted(id, 1, "m1");
            posted(id, 2, "m2");
            FaultyStore store = FaultyStore.meanwhile(
                    store(), call, () -> assertThat(services().delete(owned())).isTrue());
            boards(store).post(id, visitor(9), Contribution.of("late"));
            reached = store.calls() >= call;
            if (reached) {
                assertNothingLeft(id);
            } else {
                services().delete(owned());
            }
        }
    }

    /** Two owners' changes at once both count. */
    @Test
    void changesOfDifferentSettingsDoNotUndoEachOther() throws Exception {
        String id = created(10);
        Race.of(
                2,
                number -> boards().change(
                                owned(),
                                number == 0
                                        ? keep(7)
                                        : new BoardChange(
                                                Optional.of("T"),
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty(),
                                                Document.empty())));
        Document settings = record(id).document("settings").orElseThrow();
        assertThat(settings.number("maxMessages")).hasValue(7);
        assertThat(settings.text("title")).hasValue("T");
    }
}
