package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.board.BoardView;
import dev.yorozu.nostalgic.board.Editing;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.Select;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write.End;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Race;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Boards as the earlier program really left them: the newest message first. */
@OnEveryStore(costly = true)
final class EarlierBoardTest extends BoardSuite {
    private static final String LATER = "{\"title\":\"Guests\",\"maxMessages\":1000,\"messagesPerPage\":2,"
            + "\"standardSelect\":{\"label\":\"From\",\"options\":[\"near\",\"far\"]},"
            + "\"incrementalSelect\":{\"label\":\"\",\"options\":[]},"
            + "\"emoteSelect\":{\"label\":\"Mood\",\"options\":[\"glad\",\"sad\"]}}";
    private static final String FIRST = "{\"title\":\"Guests\",\"maxMessages\":1000,\"messagesPerPage\":10,"
            + "\"icons\":[\"☕\"],\"selects\":[{\"label\":\"From\",\"options\":[\"near\",\"far\"]}]}";

    private EarlierProgram program() {
        return new EarlierProgram(store(), TOKEN);
    }

    private static List<String> numbered(String id, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> EarlierProgram.message(id, i, ""))
                .toList();
    }

    private static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "m" + i).toList();
    }

    @Test
    void aBoardGoesOnInItsOrderWithItsChoices() {
        String id = program().board(url, 3, LATER);
        program()
                .messages(
                        id,
                        List.of(
                                EarlierProgram.message(id, 1, ",\"standardValue\":\"far\",\"emoteValue\":\"glad\""),
                                EarlierProgram.message(id, 2, ""),
                                EarlierProgram.message(id, 3, ",\"emoteValue\":\"sad\"")));
        BoardView first = page(id, 1);
        assertThat(texts(first)).containsExactly("m1", "m2");
        assertThat(first.totalMessages()).isEqualTo(3);
        assertThat(first.settings().title()).isEqualTo("Guests");
        assertThat(first.settings().selects())
                .containsExactly(
                        new Select("From", List.of("near", "far")), new Select("Mood", List.of("glad", "sad"), 2));
        assertThat(first.messages().getFirst().selects()).isEqualTo(Map.of("From", "far", "Mood", "glad"));
        assertThat(first.messages().getFirst().userHash()).isEqualTo("0123456789abcdef");
        assertThat(texts(page(id, 2))).containsExactly("m3");
        Document stored = messages(id).getLast();
        assertThat(stored.document("selects").orElseThrow().text("Mood")).hasValue("sad");
        assertThat(stored.text("userHash")).hasValue("0123456789abcdef");
        assertThat(stored.has("authorHash") || stored.has("emoteValue")).isFalse();
        Document settings = record(id).document("settings").orElseThrow();
        assertThat(settings.documents("selects")).hasSize(2);
        assertThat(settings.has("emoteSelect")).isFalse();
    }

    @Test
    void theFirstVersionsListedWhatWasChosen() {
        String id = program().board(url, 1, FIRST);
        program().messages(id, List.of(EarlierProgram.message(id, 1, ",\"icon\":\"☕\",\"selects\":[\"near\"]")));
        BoardView view = page(id, 1);
        assertThat(view.settings().icons()).containsExactly("☕");
        assertThat(view.messages().getFirst().icon()).hasValue("☕");
        assertThat(view.messages().getFirst().selects()).isEqualTo(Map.of("From", "near"));
    }

    /** Some of its changes turned the list around, and what was posted afterwards came before that. */
    @Test
    void theTimesOfTheMessagesTellTheirOrder() {
        for (List<Integer> order :
                List.of(List.of(1, 2, 3, 4), List.of(4, 3, 2, 1), List.of(3, 2, 1, 4), List.of(2, 1, 4, 3))) {
            String id = program().board(url, 4, FIRST);
            program()
                    .messages(
                            id,
                            order.stream()
                                    .map(i -> EarlierProgram.message(id, i, ""))
                                    .toList());
            assertThat(texts(page(id, 1))).containsExactly("m1", "m2", "m3", "m4");
            assertThat(services().delete(owned())).isTrue();
            assertNothingLeft(id);
        }
    }

    @Test
    void whatIsNoMessageStaysWhereItIs() {
        String id = program().board(url, 3, FIRST);
        List<String> all = new ArrayList<>(numbered(id, 2));
        all.add(1, "<broken>");
        program().messages(id, all);
        assertThat(texts(page(id, 1))).containsExactly("m1", "m2");
        assertThat(store().slice(list(id), 1, 1)).containsExactly(Bytes.of("<broken>"));
    }

    @Test
    void visitorsAndTheOwnerGoOnWhereTheyWere() {
        String id = program().board(url, 2, FIRST);
        program().messages(id, numbered(id, 2));
        Posting.Posted posted = posted(id, 1, "new");
        assertThat(texts(id)).containsExactly("m1", "m2", "new");
        assertThat(boards().edit(id, posted.messageId(), token(posted), Contribution.of("newer")))
                .isInstanceOf(Editing.Edited.class);
        assertThat(boards().removeAsOwner(owned(), id + "_mf1_x1y2z3")).isInstanceOf(Editing.Removed.class);
        assertThat(texts(id)).containsExactly("m2", "newer");
        boards().change(owned(), keep(1));
        assertThat(texts(id)).containsExactly("newer");
        assertSound(id);
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
    }

    @Test
    void anEmptyBoardIsTakenOverToo() {
        String id = program().board(url, 0, LATER);
        assertThat(page(id, 1).messages()).isEmpty();
        assertThat(record(id).text("service")).hasValue("bbs");
        posted(id, 1, "first");
        assertSound(id);
    }

    @Test
    void noMessageGoesForALimitThatWasNotKept() {
        String id = program().board(url, 5, "{\"title\":\"T\",\"maxMessages\":3,\"messagesPerPage\":10}");
        program().messages(id, numbered(id, 5));
        assertThat(texts(page(id, 1))).isEqualTo(names(5));
        posted(id, 1, "new");
        assertThat(texts(id)).containsExactly("m2", "m3", "m4", "m5", "new");
    }

    /** So many that it takes several steps, cut off behind each. */
    @Test
    void whatACrashLeftIsGoneOnWith() {
        int count = 950;
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = program().board(address(), count, "{\"title\":\"T\",\"maxMessages\":10000}");
            program().messages(id, numbered(id, count));
            FaultyStore faulty = FaultyStore.failing(store(), Fault.KILLED_AFTER, call);
            try {
                boards(faulty).view(id, Optional.empty());
            } catch (StoreException cutOff) {
                assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
            }
            reached = faulty.calls() >= call;
            boards().view(id, Optional.empty());
            assertThat(texts(id)).isEqualTo(names(count));
            assertThat(record(id).number("totalMessages")).hasValue(count);
        }
    }

    @Test
    void manyAtOnceDoItOnce() throws Exception {
        String id = program().board(url, 920, "{\"title\":\"T\",\"maxMessages\":10000}");
        program().messages(id, numbered(id, 920));
        Race.of(8, number -> number % 2 == 0 ? boards().view(id, Optional.empty()) : posted(id, number, "new"));
        assertThat(texts(id).subList(0, 920)).isEqualTo(names(920));
        assertThat(texts(id).subList(920, 924)).containsExactlyElementsOf(Collections.nCopies(4, "new"));
        assertThat(record(id).number("totalMessages")).hasValue(924);
    }

    /** A board in the documented form is left as it is. */
    @Test
    void messagesInTheDocumentedOrderStayInIt() {
        String id = program().board(url, 2, FIRST);
        store().commit(Batch.builder()
                .listPush(
                        list(id),
                        End.TAIL,
                        numbered(id, 2).stream().map(Bytes::of).toArray(Bytes[]::new))
                .build());
        assertThat(texts(page(id, 1))).containsExactly("m1", "m2");
    }
}
