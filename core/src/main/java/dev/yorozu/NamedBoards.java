package dev.yorozu;

import dev.yorozu.app.CommunitySettings;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.nostalgic.ranking.BestScores;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.page.RankPages;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Boards by id: messages in the order in which they were posted, the newest of them kept.
 *
 * <pre>{@code
 * NamedBoards guestbooks = yorozu.boards("guestbooks");
 * guestbooks.post("hanako", "taro", "Hello!");
 * guestbooks.page("hanako", 20).items().forEach(message -> out.println(message.author() + ": " + message.text()));
 * }</pre>
 *
 * <p>A message is posted by one batch, which pushes out the oldest where the board is full. One is changed only where it still
 * is: what was removed or pushed out does not come back. A board stays until it is deleted. Safe for use by many threads.
 */
public final class NamedBoards {
    private static final int ID_BYTES = 12;
    /** Each round is lost only to a concurrent writer of the same board. */
    private static final int MOST_ROUNDS = 256;

    private final Context context;
    private final String app;
    private final int most;

    private NamedBoards(Builder builder) {
        context = builder.context;
        app = builder.app;
        most = builder.most;
    }

    /** One message. */
    public record Message(String id, String author, String text, Instant postedAt, Optional<Instant> editedAt) {
        private static Optional<Message> parse(Bytes id, Bytes json) {
            return Document.parse(json)
                    .flatMap(message -> message.text("text")
                            .map(text -> new Message(
                                    id.text(),
                                    message.text("author").orElse(""),
                                    text,
                                    Instant.ofEpochMilli(message.number("at").orElse(0)),
                                    message.number("edited").stream()
                                            .mapToObj(Instant::ofEpochMilli)
                                            .findFirst())));
        }

        private Bytes bytes() {
            Document message =
                    Document.empty().with("author", author).with("text", text).with("at", postedAt.toEpochMilli());
            return editedAt.map(edited -> message.with("edited", edited.toEpochMilli()))
                    .orElse(message)
                    .bytes();
        }
    }

    /** Posts a message. */
    public Message post(String id, String author, String text) {
        BestScores board = board(id);
        Message message = new Message(context.random().base64url(ID_BYTES), author, text, now(), Optional.empty());
        Bytes member = Bytes.of(message.id());
        return patiently(() -> {
            // Behind the newest that is there, whatever the clocks of servers say.
            long after = store().ranks(board.scores(), Order.FALLING, 0, 0).stream()
                    .mapToLong(newest -> (long) newest.score() + 1)
                    .findFirst()
                    .orElse(0);
            long moment = Math.max(after, message.postedAt().toEpochMilli());
            Batch.Builder batch = Batch.builder().require(board.hasPlace(member, moment));
            board.enter(batch, member, moment, message.bytes());
            return store().apply(batch) ? Optional.of(message) : Optional.empty();
        });
    }

    /** The newest so many, the newest first. */
    public Page<Message> page(String id, int limit) {
        return page(id, limit, Optional.empty());
    }

    /** So many behind a cursor, older and older. What is posted meanwhile is in none of the pages, what is removed neither. */
    public Page<Message> page(String id, int limit, Optional<Cursor> after) {
        BestScores board = board(id);
        return new RankPages(store(), board.scores(), Order.FALLING)
                .page(after, limit)
                .page()
                .map(ranked -> messages(board, ranked));
    }

    private List<Message> messages(BestScores board, List<Ranked> ranked) {
        List<Optional<Bytes>> found = store().readAll(ranked.stream()
                .map(each -> new Read.Field(board.details(), each.member()))
                .toList());
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < ranked.size(); i++) {
            Bytes member = ranked.get(i).member();
            found.get(i).flatMap(json -> Message.parse(member, json)).ifPresent(messages::add);
        }
        return messages;
    }

    /** One message; empty when it is not there, or no more. */
    public Optional<Message> find(String id, String messageId) {
        Bytes member = Bytes.of(messageId);
        return store().read(new Read.Field(board(id).details(), member)).flatMap(json -> Message.parse(member, json));
    }

    /** Gives a message another text, in its place; empty when it is not there, or no more. */
    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    public Optional<Message> edit(String id, String messageId, String text) {
        BestScores board = board(id);
        Bytes member = Bytes.of(messageId);
        return patiently(() -> {
            List<Object> found = store().readAll(List.of(
                    new Read.RankOf(board.scores(), member, Order.RISING), new Read.Field(board.details(), member)));
            OptionalLong place = (OptionalLong) found.getFirst();
            Optional<Message> seen = ((Optional<Bytes>) found.getLast()).flatMap(json -> Message.parse(member, json));
            if (place.isEmpty() || seen.isEmpty()) {
                return Optional.of(Optional.empty());
            }
            Message edited =
                    new Message(messageId, seen.get().author(), text, seen.get().postedAt(), Optional.of(now()));
            return store().apply(Batch.builder()
                            .require(Guard.elementAt(board.scores(), place.getAsLong(), member))
                            .hashPut(board.details(), member, edited.bytes()))
                    ? Optional.of(Optional.of(edited))
                    : Optional.empty();
        });
    }

    /** Removes a message; true when it was there. */
    public boolean remove(String id, String messageId) {
        Batch.Builder batch = Batch.builder();
        board(id).remove(batch, Bytes.of(messageId));
        return ((Commit.Applied) store().commit(batch.build())).number(0) > 0;
    }

    /** Forgets a board; true when there was one. */
    public boolean delete(String id) {
        BestScores board = board(id);
        Batch batch =
                Batch.builder().delete(board.scores()).delete(board.details()).build();
        return ((Commit.Applied) store().commit(batch)).flag(0);
    }

    /** How many messages a board has. */
    public long size(String id) {
        return store().read(new Read.Size(board(id).scores()));
    }

    private BestScores board(String id) {
        return new BestScores(AppKeys.BOARD.key(app, id), AppKeys.BOARD_MESSAGES.key(app, id), Order.FALLING, most);
    }

    private Store store() {
        return context.store();
    }

    private Instant now() {
        return Instant.ofEpochMilli(context.clock().instant().toEpochMilli());
    }

    private static <T> T patiently(Supplier<Optional<T>> attempt) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<T> outcome = attempt.get();
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same board");
    }

    /** What can be chosen of boards. */
    public static final class Builder {
        private final Context context;
        private final String app;
        private int most = CommunitySettings.STANDARD.maxMessages();

        Builder(Context context, String app) {
            this.context = context;
            this.app = app;
        }

        /** How many messages a board keeps, the newest; 1000 unless it is said, and 10,000 at most. */
        public Builder keep(int messages) {
            CommunitySettings.requireMessages(messages);
            this.most = messages;
            return this;
        }

        NamedBoards build() {
            return new NamedBoards(this);
        }
    }
}
