package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.board.Credential;
import dev.yorozu.nostalgic.board.Editing;
import dev.yorozu.nostalgic.board.Message;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.rule.Reason;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Changing and removing messages: who may, and what stays. */
@OnEveryStore
final class BoardEditTest extends BoardSuite {
    @Test
    void anEditKeepsThePlaceAndTheRest() {
        String id = created(10);
        posted(id, 1, "m1");
        Contribution whole = new Contribution(
                Optional.of("太郎"), "m2", Optional.of("😀"), List.of(Optional.of("東京"), Optional.of("雨")));
        Posting.Posted second = (Posting.Posted) boards().post(id, BOB, whole);
        posted(id, 3, "m3");
        Message before = page(id, 1).messages().get(1);
        clock.set(NOON.plusSeconds(60));
        assertThat(boards().edit(id, second.messageId(), token(second), Contribution.of("m2!")))
                .isInstanceOf(Editing.Edited.class);
        Message after = page(id, 1).messages().get(1);
        assertThat(after)
                .isEqualTo(new Message(
                        before.id(),
                        before.timestamp(),
                        "太郎",
                        "m2!",
                        Optional.of("😀"),
                        Map.of("地域", "東京", "天気", "雨"),
                        before.userHash()));
        Contribution bare =
                new Contribution(Optional.of("次郎"), "m2?", Optional.of(""), List.of(Optional.of(""), Optional.of("雪")));
        boards().edit(id, second.messageId(), token(second), bare);
        Message last = page(id, 1).messages().get(1);
        assertThat(last.author()).isEqualTo("次郎");
        assertThat(last.icon()).isEmpty();
        assertThat(last.selects()).isEqualTo(Map.of("天気", "雪"));
        assertThat(texts(id)).containsExactly("m1", "m2?", "m3");
        assertThat(boards().edit(id, second.messageId(), token(second), Contribution.of("www.spam.example")))
                .isEqualTo(new Editing.Refused(Reason.URLS));
        assertSound(id);
    }

    @Test
    void theTokenOrThePersonOnTheSameDayMayEdit() {
        String id = created(10);
        Posting.Posted posted = posted(id, 1, "m1");
        String message = posted.messageId();
        for (Credential wrong : List.of(
                person(BOB),
                new Credential(Optional.of("wrong"), BOB),
                new Credential(Optional.of(""), BOB),
                new Credential(Optional.of(posted.editToken().substring(1)), BOB))) {
            assertThat(boards().edit(id, message, wrong, Contribution.of("x"))).isEqualTo(new Editing.NotYours());
            assertThat(boards().remove(id, message, wrong)).isEqualTo(new Editing.NotYours());
        }
        clock.set(Instant.parse("2026-03-01T23:59:59.999Z"));
        assertThat(boards().edit(id, message, person(ALICE), Contribution.of("same day")))
                .isInstanceOf(Editing.Edited.class);
        clock.set(Instant.parse("2026-03-02T00:00:00Z"));
        assertThat(boards().edit(id, message, person(ALICE), Contribution.of("next day")))
                .isEqualTo(new Editing.NotYours());
        assertThat(boards().remove(id, message, person(ALICE))).isEqualTo(new Editing.NotYours());
        assertThat(texts(id)).containsExactly("same day");
        assertThat(boards().remove(id, message, token(posted))).isInstanceOf(Editing.Removed.class);
        assertThat(boards().remove(id, message, token(posted))).isEqualTo(new Editing.NoMessage());
        assertThat(boards().edit(id, message, token(posted), Contribution.of("x")))
                .isEqualTo(new Editing.NoMessage());
        assertSound(id);
    }

    @Test
    void aMessageThatHasNoTokenIsNobodys() {
        String id = created(10);
        Posting.Posted posted = posted(id, 1, "m1");
        Posting.Posted other = posted(id, 2, "m2");
        store().commit(Batch.builder()
                .hashRemove(edits(id), Bytes.of(posted.messageId()))
                .build());
        assertThat(boards().edit(id, posted.messageId(), token(posted), Contribution.of("x")))
                .isEqualTo(new Editing.NotYours());
        assertThat(boards().edit(id, posted.messageId(), token(other), Contribution.of("x")))
                .isEqualTo(new Editing.NotYours());
        assertThat(boards().edit("none-00000000", posted.messageId(), token(posted), Contribution.of("x")))
                .isEqualTo(new Editing.Unknown());
    }

    @Test
    void theOwnerMayDoAnything() {
        String id = created(10);
        String first = posted(id, 1, "m1").messageId();
        String second = posted(id, 2, "m2").messageId();
        Ownership.Owned owned = owned();
        assertThat(boards().editAsOwner(owned, first, Contribution.of("m1!"))).isInstanceOf(Editing.Edited.class);
        assertThat(boards().removeAsOwner(owned, second)).isInstanceOf(Editing.Removed.class);
        assertThat(boards().removeAsOwner(owned, second)).isEqualTo(new Editing.NoMessage());
        assertThat(texts(id)).containsExactly("m1!");
        assertSound(id);
        services().delete(owned);
        created(10);
        posted(id, 1, "m1");
        String there = messages(id).getFirst().text("id").orElseThrow();
        assertThat(boards().removeAsOwner(owned, there)).isEqualTo(new Editing.Unknown());
        assertThat(texts(id)).containsExactly("m1");
    }

    /**
     * The message lies just behind the piece that the search reads first; before each call that the change takes, newer
     * ones are removed, so that it slips forward.
     */
    @Test
    void aMessageIsFoundWhileOthersGo() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(1000);
            posted(id, 1, "oldest");
            Posting.Posted wanted = posted(id, 2, "wanted");
            List<Bytes> newer = IntStream.range(0, 100)
                    .mapToObj(i -> Bytes.of("{\"id\":\"new-" + i
                            + "\",\"timestamp\":\"2026-03-01T12:00:00.000Z\",\"message\":\"m" + i + "\"}"))
                    .toList();
            store().commit(Batch.builder()
                    .listPush(list(id), Write.End.TAIL, newer.toArray(Bytes[]::new))
                    .build());
            FaultyStore store = FaultyStore.meanwhile(
                    store(),
                    call,
                    () -> store().commit(Batch.builder()
                            .listRemove(list(id), newer.get(99))
                            .listRemove(list(id), newer.get(0))
                            .build()));
            assertThat(boards(store).edit(id, wanted.messageId(), token(wanted), Contribution.of("found")))
                    .isInstanceOf(Editing.Edited.class);
            reached = store.calls() >= call;
            assertThat(texts(id)).startsWith("oldest", "found");
            services().delete(owned());
        }
    }
}
