package dev.yorozu.conformance.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.NamedBoards;
import dev.yorozu.NamedBoards.Message;
import dev.yorozu.Yorozu;
import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.store.Read;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Boards of an app's own ids. */
@OnEveryStore
final class BoardsTest extends Suite {
    private static final int THREADS = 8;

    private final String own = UUID.randomUUID() + " any id";

    private NamedBoards boards(int most) {
        return Yorozu.builder(store()).clock(clock()).open().boards("guestbooks", chosen -> chosen.keep(most));
    }

    private List<String> texts(NamedBoards boards) {
        return boards.page(own, 100).items().stream().map(Message::text).toList();
    }

    private long kept() {
        return store().read(new Read.Size(AppKeys.BOARD_MESSAGES.key("guestbooks", own)));
    }

    @Test
    void theNewestAreKeptTheNewestFirst() {
        NamedBoards boards = boards(3);
        Message first = boards.post(own, "花子", "1");
        boards.post(own, "taro", "2");
        clock().advance(Duration.ofDays(-1));
        boards.post(own, "taro", "3, by a clock that is behind");
        boards.post(own, "taro", "4");
        assertThat(texts(boards)).containsExactly("4", "3, by a clock that is behind", "2");
        assertThat(boards.find(own, first.id())).isEmpty();
        assertThat(boards.size(own)).isEqualTo(3);
        assertThat(kept()).isEqualTo(3);
        assertThat(boards.delete(own)).isTrue();
        assertThat(texts(boards)).isEmpty();
        assertThat(kept()).isZero();
    }

    @Test
    void aMessageIsChangedInItsPlaceAndNotAfterItWasRemoved() {
        NamedBoards boards = boards(10);
        Message first = boards.post(own, "hanako", "first");
        boards.post(own, "hanako", "second");
        Message edited = boards.edit(own, first.id(), "first, changed").orElseThrow();
        assertThat(edited.editedAt()).contains(clock().instant());
        assertThat(edited.postedAt()).isEqualTo(first.postedAt());
        assertThat(boards.find(own, first.id())).contains(edited);
        assertThat(texts(boards)).containsExactly("second", "first, changed");

        assertThat(boards.remove(own, first.id())).isTrue();
        assertThat(boards.remove(own, first.id())).isFalse();
        assertThat(boards.edit(own, first.id(), "back")).isEmpty();
        assertThat(texts(boards)).containsExactly("second");
        assertThat(kept()).isEqualTo(1);
    }

    @Test
    void whoPostsAtOnceIsHeardAndTheBoardIsNoLongerThanItMay() throws Exception {
        NamedBoards boards = boards(5);
        AtomicInteger number = new AtomicInteger();
        List<Message> posted = Race.run(THREADS, () -> boards.post(own, "visitor", "text " + number.incrementAndGet()));
        assertThat(posted).extracting(Message::id).doesNotHaveDuplicates();
        assertThat(boards.size(own)).isEqualTo(5);
        assertThat(kept()).isEqualTo(5);
        assertThat(posted).containsAll(boards.page(own, 10).items());
    }

    @Test
    void anEditThatMeetsARemovalBringsNothingBack() throws Exception {
        NamedBoards boards = boards(10);
        for (int round = 0; round < 5; round++) {
            Message message = boards.post(own, "hanako", "text");
            List<Boolean> done = Race.run(List.of(
                    action(() -> boards.edit(own, message.id(), "changed").isPresent()),
                    action(() -> boards.remove(own, message.id()))));
            assertThat(done.getLast()).isTrue();
            assertThat(boards.find(own, message.id())).isEmpty();
            assertThat(kept()).isZero();
        }
    }

    @Test
    void everyMessageThatStaysIsInOnePageAndNewOnesInNone() {
        NamedBoards boards = boards(100);
        List<Message> posted = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            posted.add(boards.post(own, "hanako", "text " + i));
        }
        List<Message> expected = new ArrayList<>(posted.reversed());
        List<Message> seen = new ArrayList<>();
        Optional<Cursor> after = Optional.empty();
        do {
            Page<Message> page = boards.page(own, 3, after);
            seen.addAll(page.items());
            after = page.next();
            boards.post(own, "taro", "meanwhile");
            // The last that was shown goes, on which the next page would build, and one that was not shown yet.
            seen.stream().skip(seen.size() - 1L).forEach(last -> boards.remove(own, last.id()));
            Message unseen = expected.getLast();
            if (!seen.contains(unseen)) {
                boards.remove(own, unseen.id());
                expected.remove(unseen);
            }
        } while (after.isPresent());
        assertThat(seen).isEqualTo(expected);
    }

    /** A board of six messages, the first two of which were shown. */
    private record Reading(String id, List<Message> newestFirst, Page<Message> shown) {
        List<String> rest() {
            return newestFirst.stream().skip(2).map(Message::text).toList();
        }
    }

    private Reading reading() {
        NamedBoards boards = boards(100);
        String id = UUID.randomUUID().toString();
        List<Message> posted = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            posted.add(boards.post(id, "hanako", "text " + i));
        }
        return new Reading(id, posted.reversed(), boards.page(id, 2));
    }

    /** What others do while a page is read. */
    private record Meanwhile(Consumer<Reading> action) implements EveryCall.Interruption<Reading> {}

    @Test
    void aPageGoesOnWhereTheLastOneEndedWhateverHappensBetweenItsCalls() {
        NamedBoards boards = boards(100);
        List<Meanwhile> others = List.of(
                new Meanwhile(reading -> boards.post(reading.id(), "taro", "new")),
                new Meanwhile(reading ->
                        boards.remove(reading.id(), reading.newestFirst().get(0).id())),
                new Meanwhile(reading ->
                        boards.remove(reading.id(), reading.newestFirst().get(1).id())),
                new Meanwhile(reading ->
                        reading.newestFirst().subList(0, 2).forEach(shown -> boards.remove(reading.id(), shown.id()))));
        new EveryCall<Reading, List<String>>(
                        store(),
                        this::reading,
                        (store, reading) -> Yorozu.open(store)
                                .boards("guestbooks")
                                .page(reading.id(), 10, reading.shown().next())
                                .items()
                                .stream()
                                .map(Message::text)
                                .toList(),
                        number -> true)
                .amongOthers(
                        others,
                        reading -> {},
                        (reading, texts, other) -> assertThat(texts).isEqualTo(reading.rest()));
    }
}
