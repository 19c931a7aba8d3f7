package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.board.BoardView;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.Message;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.rule.Reason;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A board through its whole life, and the keys that it leaves at each step. */
@OnEveryStore
final class BoardTest extends BoardSuite {
    private static final String SETTINGS = "\"settings\":{\"title\":\"掲示板\",\"maxMessages\":3,\"messagesPerPage\":2,"
            + "\"icons\":[\"😀\"],\"selects\":[{\"label\":\"天気\",\"options\":[\"晴れ\",\"雨\"]}]}";

    private String documented() {
        return created(
                new BoardSettings("掲示板", 3, 2, List.of("😀"), List.of(new Select("天気", List.of("晴れ", "雨")))),
                Document.empty());
    }

    @Test
    void keysTypesAndValuesAreTheDocuments() {
        String id = documented();
        assertRecord(id, "null", "\"totalMessages\":0," + SETTINGS);
        assertThat(keys(id)).containsExactly("", ":owner");
        Posting posting = boards().post(
                        id,
                        ALICE,
                        new Contribution(
                                Optional.of("太郎"), "こんにちは\n<b>", Optional.of("😀"), List.of(Optional.of("晴れ"))));
        assertThat(posting).isInstanceOf(Posting.Posted.class);
        Posting.Posted posted = (Posting.Posted) posting;
        assertRecord(id, "\"" + Iso.text(NOON) + "\"", "\"totalMessages\":1," + SETTINGS);
        String user = HASHES.of(ALICE);
        String marks = Long.toString(NOON.getEpochSecond() / 86_400 % 3);
        assertThat(keys(id))
                .containsExactlyInAnyOrder(
                        "",
                        ":address:" + HASHES.address(ALICE),
                        ":edits",
                        ":marks:" + marks,
                        ":messages",
                        ":owner",
                        ":post:" + user);
        assertThat(posted.messageId()).matches(id + "_" + Long.toString(NOON.toEpochMilli(), 36) + "_[0-9a-f]{12}");
        assertThat(posted.editToken()).matches("[A-Za-z0-9_-]{32}");
        assertThat(store().slice(list(id), 0, -1))
                .containsExactly(Bytes.of("{\"id\":\"" + posted.messageId() + "\",\"timestamp\":\"" + Iso.text(NOON)
                        + "\",\"author\":\"太郎\",\"message\":\"こんにちは\\n<b>\",\"icon\":\"😀\",\"selects\":{\"天気\":\"晴れ\"},"
                        + "\"userHash\":\"" + user + "\"}"));
        assertThat(store().fields(edits(id)))
                .isEqualTo(Map.of(Bytes.of(posted.messageId()), Bytes.of(Digests.hex(posted.editToken()))));
        assertThat(text(mark(id, ALICE))).hasValue(Long.toString(NOON.toEpochMilli()));
        assertLives(mark(id, ALICE), Duration.ofSeconds(10));
        assertThat(store().remaining(list(id))).hasValue(new Life.Endless());
        assertThat(store().remaining(edits(id))).hasValue(new Life.Endless());
    }

    /** So many at once and so many in a day: one address cannot push all others out. */
    @Test
    void oneAddressCannotEmptyABoard() {
        String id = created(100);
        // Ahead of the store's clock, or what ends with the day would be over.
        clock.set(Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(36)));
        posted(id, 2, "somebody else's");
        // A cooldown that no slow machine outlasts.
        BoardPolicy policy = new BoardPolicy(Duration.ofHours(1), List.of(), Durability.RELAXED, 10, 60);
        Boards boards = new Boards(
                store(), policy, new Days(ZoneOffset.UTC, clock), HASHES, QuickPasswords.SET, RANDOM, events::add);
        Key cooldown = NostalgicKeys.BOARD.addresses().key(id, HASHES.address(ALICE));
        for (int i = 0; i < 60; i++) {
            if (i > 0 && i % 10 == 0) {
                assertThat(limited(boards, id)).isBetween(Duration.ofMinutes(30), Duration.ofHours(1));
                store().commit(Batch.builder().delete(cooldown).build());
            }
            assertThat(boards.post(id, new Visitor(ALICE.address(), "Browser/" + i), Contribution.of("m" + i)))
                    .isInstanceOf(Posting.Posted.class);
        }
        store().commit(Batch.builder().delete(cooldown).build());
        assertThat(limited(boards, id)).isBetween(Duration.ofHours(11), Duration.ofHours(12));
        assertThat(texts(id)).contains("somebody else's");
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
    }

    private static Duration limited(Boards boards, String id) {
        Posting posting = boards.post(id, new Visitor(ALICE.address(), "Another"), Contribution.of("one more"));
        assertThat(posting).isInstanceOf(Posting.Limited.class);
        return ((Posting.Limited) posting).left();
    }

    /** As the later widgets of the platform number them: the newest has the number of all messages. */
    @Test
    void theNewestComeFirstAndWhole() {
        String id = created(keeping(100), Document.empty());
        for (int i = 1; i <= 12; i++) {
            posted(id, i, "m" + i);
        }
        BoardView all = boards().newest(id, 1000).orElseThrow().view();
        assertThat(texts(all)).hasSize(12).startsWith("m12", "m11").endsWith("m1");
        assertThat(all.perPage()).isEqualTo(12);
        assertThat(all.totalPages()).isEqualTo(1);
        BoardView few = boards().newest(id, 2).orElseThrow().view();
        assertThat(texts(few)).containsExactly("m12", "m11");
        assertThat(few.totalMessages()).isEqualTo(12);
        assertThat(boards().newest("none-00000000", 5)).isEmpty();
        assertThat(texts(page(id, 1))).startsWith("m1");
    }

    @Test
    void deletingLeavesNothingAndANewOneIsEmpty() {
        String id = created(3);
        for (int i = 1; i <= 5; i++) {
            posted(id, i, "m" + i);
        }
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
        assertThat(boards().post(id, ALICE, Contribution.of("late"))).isEqualTo(new Posting.Unknown());
        assertNothingLeft(id);
        assertThat(created(3)).isEqualTo(id);
        assertThat(boards().view(id, Optional.empty()).orElseThrow().totalMessages())
                .isZero();
        posted(id, 1, "m1");
    }

    @Test
    void aVisitorWaitsAndARefusalCostsNothing() {
        String id = created(10);
        assertThat(boards().post(id, ALICE, Contribution.of("see https://spam.example")))
                .isEqualTo(new Posting.Refused(Reason.URLS));
        assertThat(boards().post(id, ALICE, Contribution.of("aaaaa")))
                .isEqualTo(new Posting.Refused(Reason.REPETITION));
        assertThat(boards().post(id, ALICE, Contribution.of("fuck"))).isEqualTo(new Posting.Refused(Reason.WORDS));
        assertThat(boards().post(id, ALICE, Contribution.of(" \n"))).isEqualTo(new Posting.Refused(Reason.MESSAGE));
        posted(id, 1, "ok");
        clock.advance(Duration.ofSeconds(3));
        assertThat(boards().post(id, ALICE, Contribution.of("again")))
                .isEqualTo(new Posting.TooSoon(Duration.ofSeconds(7)));
        assertThat(texts(id)).containsExactly("ok");
    }

    @Test
    void iconsAndSelectsAreTheBoards() {
        String id = documented();
        for (String icon : List.of("😎", "<img>", "x")) {
            assertThat(boards().post(id, ALICE, new Contribution(Optional.empty(), "a", Optional.of(icon), List.of())))
                    .isEqualTo(new Posting.Refused(Reason.ICON));
        }
        for (List<Optional<String>> selects :
                List.of(List.of(Optional.of("雪")), List.of(Optional.of("晴れ"), Optional.of("晴れ")))) {
            assertThat(boards().post(id, ALICE, new Contribution(Optional.empty(), "a", Optional.empty(), selects)))
                    .isEqualTo(new Posting.Refused(Reason.SELECT));
        }
        Contribution blank = new Contribution(
                Optional.of(" "), "a", Optional.of(""), List.of(Optional.of(""), Optional.of(""), Optional.empty()));
        assertThat(boards().post(id, ALICE, blank)).isInstanceOf(Posting.Posted.class);
        Message message = page(id, 1).messages().getFirst();
        assertThat(message.author()).isEqualTo("名無しさん");
        assertThat(message.icon()).isEmpty();
        assertThat(message.selects()).isEmpty();
    }

    @Test
    void pagesCountFromTheOldestAndTheLastIsShownFirst() {
        String id = created(50);
        BoardView none = boards().view(id, Optional.empty()).orElseThrow();
        assertThat(none.page()).isEqualTo(1);
        assertThat(none.totalPages()).isEqualTo(1);
        for (int i = 1; i <= 25; i++) {
            posted(id, i, "m" + i);
        }
        BoardView last = boards().view(id, Optional.empty()).orElseThrow();
        assertThat(texts(last)).containsExactly("m21", "m22", "m23", "m24", "m25");
        assertThat(last.page()).isEqualTo(3);
        assertThat(last.totalPages()).isEqualTo(3);
        assertThat(last.totalMessages()).isEqualTo(25);
        assertThat(texts(page(id, 1))).startsWith("m1", "m2").hasSize(10);
        assertThat(texts(page(id, 2))).startsWith("m11").hasSize(10);
        for (int past : new int[] {4, 1000, Integer.MAX_VALUE}) {
            assertThat(page(id, past).messages()).isEmpty();
            assertThat(page(id, past).page()).isEqualTo(past);
        }
        assertThat(boards().view("none-00000000", Optional.empty())).isEmpty();
    }

    @Test
    void theOldestGoWithTheirTokens() {
        String id = created(3);
        for (int i = 1; i <= 5; i++) {
            posted(id, i, "m" + i);
            assertSound(id);
        }
        assertThat(texts(id)).containsExactly("m3", "m4", "m5");
    }

    @Test
    void whenFewerAreKeptTheOldestGoInSteps() {
        String id = created(2000);
        for (int hundred = 0; hundred < 12; hundred++) {
            Batch.Builder batch = Batch.builder();
            for (int i = 0; i < 100; i++) {
                String messageId = id + "_x_" + (hundred * 100 + i);
                batch.listPush(
                                list(id),
                                Write.End.TAIL,
                                Bytes.of("{\"id\":\"" + messageId
                                        + "\",\"timestamp\":\"2026-03-01T00:00:00.000Z\",\"author\":\"a\",\"message\":\"m"
                                        + (hundred * 100 + i) + "\",\"userHash\":\"\"}"))
                        .hashPut(edits(id), Bytes.of(messageId), Bytes.of(Digests.hex(messageId)));
            }
            store().commit(batch.build());
        }
        BoardView view = boards().change(owned(), keep(15)).orElseThrow();
        assertThat(view.settings().maxMessages()).isEqualTo(15);
        assertThat(view.totalMessages()).isEqualTo(15);
        assertThat(texts(id)).startsWith("m1185").endsWith("m1199");
        assertSound(id);
    }

    @Test
    void theOwnerChangesSettingsAndClears() {
        String id = created(10);
        posted(id, 1, "m1");
        BoardView changed = boards().change(
                        owned(),
                        new BoardChange(
                                Optional.of("New"),
                                Optional.empty(),
                                Optional.of(1),
                                Optional.of(List.of("👍")),
                                Optional.of(List.of()),
                                Document.empty().with("webhookUrl", "https://hooks.example.org/x")))
                .orElseThrow();
        assertThat(changed.settings()).isEqualTo(new BoardSettings("New", 10, 1, List.of("👍"), List.of()));
        assertThat(changed.service().webhook()).hasValue("https://hooks.example.org/x");
        assertThat(texts(changed)).containsExactly("m1");
        assertThat(boards().clear(owned()).orElseThrow().totalMessages()).isZero();
        assertThat(keys(id)).doesNotContain(":messages", ":edits");
        assertSound(id);
        Posting.Posted posted = posted(id, 2, "told");
        boards().remove(id, posted.messageId(), token(posted));
        boards().post(id, BOB, Contribution.of("refused: cooldown"));
        assertThat(events).extracting(Event::name).containsExactly("bbs.post", "bbs.delete");
        assertThat(events.getFirst().details().text("message")).hasValue("told");
        assertThat(events.toString()).doesNotContain(posted.editToken());
    }

    @Test
    void whatTheEarlierProgramWroteIsShownWithoutMarkup() {
        String id = created(10);
        store().commit(Batch.builder()
                .listPush(
                        list(id),
                        Write.End.TAIL,
                        Bytes.of(
                                "{\"id\":\"old-1\",\"timestamp\":\"2025-01-01T00:00:00Z\",\"author\":\"<i>\",\"message\":"
                                        + "\"<script>\",\"icon\":\"<img onerror=x>\",\"selects\":{\"天気\":\"<b>\",\"気分\":\"普通\"},"
                                        + "\"userHash\":\"abc\"}"),
                        Bytes.of("{\"id\":\"x');alert('\",\"timestamp\":\"2025-01-01T00:00:00Z\",\"message\":\"m\"}"),
                        Bytes.of("no message"),
                        Bytes.of("{\"id\":\"old-2\",\"timestamp\":\"2025-01-01T00:00:00.5+09:00\",\"message\":\"m2\","
                                + "\"selects\":[\"東京\"]}"))
                .build());
        List<Message> shown = page(id, 1).messages();
        assertThat(shown).extracting(Message::id).containsExactly("old-1", "old-2");
        assertThat(shown.getFirst().icon()).isEmpty();
        assertThat(shown.getFirst().selects()).isEqualTo(Map.of("気分", "普通"));
        assertThat(shown.getFirst().text()).isEqualTo("<script>");
        assertThat(shown.getLast().selects()).isEqualTo(Map.of("select1", "東京"));
        assertThat(shown.getLast().author()).isEqualTo("名無しさん");
    }

    /** A board of the earlier program may hold more than it keeps; the next message sets that right. */
    @Test
    void aBoardThatHoldsTooManyIsBroughtWithinItsLimit() {
        String id = created(3);
        for (int i = 1; i <= 7; i++) {
            String json =
                    "{\"id\":\"old-" + i + "\",\"timestamp\":\"2025-01-01T00:00:00Z\",\"message\":\"o" + i + "\"}";
            store().commit(Batch.builder()
                    .listPush(list(id), Write.End.TAIL, Bytes.of(json))
                    .build());
        }
        posted(id, 1, "new");
        assertThat(texts(id)).containsExactly("o6", "o7", "new");
        assertThat(record(id).number("totalMessages")).hasValue(3);
    }
}
