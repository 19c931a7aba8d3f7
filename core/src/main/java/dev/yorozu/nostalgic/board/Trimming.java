package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes the oldest messages of a board, a bounded number at a time, each with the hash of its edit token.
 *
 * <p>Which messages are to go is read first, and the batch that removes them holds only while they still have those
 * places: so no hash is left without a message, wherever a server is killed.
 */
final class Trimming {
    /** Each takes a guard, a write and a field of a batch. */
    static final int STEP = 300;

    private final Store store;
    private final Durability durability;

    Trimming(Store store, Durability durability) {
        this.store = store;
        this.durability = durability;
    }

    /**
     * The oldest messages of a board.
     *
     * @param size how many there are in all
     */
    record Oldest(List<Bytes> messages, long size) {
        Oldest {
            messages = List.copyOf(messages);
        }

        /** Adds to a batch what removes them, while they are the oldest of so many. */
        void drop(Batch.Builder batch, Board board) {
            List<Bytes> ids = new ArrayList<>();
            for (int i = 0; i < messages.size(); i++) {
                Bytes message = messages.get(i);
                batch.require(Guard.elementAt(board.messages(), i - size, message))
                        .listRemove(board.messages(), message);
                Message.parse(message).ifPresent(each -> ids.add(Bytes.of(each.id())));
            }
            if (!ids.isEmpty()) {
                batch.hashRemove(board.edits(), ids.toArray(Bytes[]::new));
            }
        }
    }

    /** Those that are too many, as many as one batch takes. */
    Oldest surplus(Board board, int keep) {
        List<Object> found =
                store.readAll(List.of(new Read.Size(board.messages()), new Read.Slice(board.messages(), 0, STEP - 1)));
        long size = (Long) found.getFirst();
        List<Bytes> first = new ArrayList<>();
        ((List<?>) found.getLast()).forEach(message -> first.add((Bytes) message));
        return new Oldest(first.subList(0, Math.clamp(size - keep, 0, first.size())), size);
    }

    /**
     * Removes messages.
     *
     * @param batch one that happens only as long as this is right
     * @return false when it was not right any more
     */
    boolean trim(Board board, Oldest oldest, Batch.Builder batch) {
        if (oldest.messages().isEmpty()) {
            return true;
        }
        oldest.drop(batch, board);
        batch.amend(board.key(), total(board));
        return !(commit(batch) instanceof Commit.Rejected rejected) || rejected.guard() instanceof Guard.ElementAt;
    }

    /** Brings a board that holds too many closer to its own limit, unless its record changes meanwhile. */
    void trim(Board board) {
        Batch.Builder unchanged = Batch.builder().require(Guard.equalTo(board.key(), board.record()));
        trim(board, surplus(board, board.settings().maxMessages()), unchanged);
    }

    /** Removes what an earlier version may have left of a message that is gone. */
    void forget(Board board, String messageId) {
        commit(Batch.builder().hashRemove(board.edits(), Bytes.of(messageId)));
    }

    static Write.Amend.Change total(Board board) {
        return Fields.tally(Kind.BOARD.total(), board.messages());
    }

    Commit commit(Batch.Builder batch) {
        return store.commit(durability == Durability.RELAXED ? batch.relaxed().build() : batch.build());
    }
}
