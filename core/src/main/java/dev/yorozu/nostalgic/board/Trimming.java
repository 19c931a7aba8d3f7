package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.function.Supplier;

/**
 * Removes the oldest messages of a board, a bounded number at a time, and the hashes of their edit tokens.
 *
 * <p>Which messages went is known only once they are gone, so their hashes are removed by a batch of its own. Ids never
 * come back, so nothing can go wrong in between; a crash leaves hashes that belong to no message and open nothing, until
 * the integrity check, clearing or deleting takes them away.
 */
final class Trimming {
    private static final int STEP = 500;

    private final Store store;
    private final Durability durability;

    Trimming(Store store, Durability durability) {
        this.store = store;
        this.durability = durability;
    }

    /** Removes the hashes of messages that went. */
    void forget(Board board, List<Bytes> gone) {
        forgetIds(
                board,
                gone.stream()
                        .flatMap(json -> Message.parse(json).stream())
                        .map(message -> Bytes.of(message.id()))
                        .toList());
    }

    void forgetIds(Board board, List<Bytes> ids) {
        for (int start = 0; start < ids.size(); start += STEP) {
            Bytes[] some =
                    ids.subList(start, Math.min(ids.size(), start + STEP)).toArray(Bytes[]::new);
            commit(Batch.builder().hashRemove(board.edits(), some));
        }
    }

    /**
     * Removes the oldest until so many are left.
     *
     * @param bound a batch that happens only as long as this is right
     * @return false when it was not right any more
     */
    boolean trim(Board board, int keep, Supplier<Batch.Builder> bound) {
        long size = store.size(board.messages());
        while (size > keep) {
            Batch.Builder batch = bound.get()
                    .listTrim(board.messages(), Write.End.TAIL, Math.max(keep, size - STEP))
                    .amend(board.key(), total(board));
            if (!(commit(batch) instanceof Commit.Applied applied)) {
                return false;
            }
            forget(board, applied.elements(0));
            size = store.size(board.messages());
        }
        return true;
    }

    /** Brings a board that holds too many within its own limit, unless its record changes meanwhile. */
    void trim(Board board) {
        long size = store.size(board.messages());
        int keep = board.settings().maxMessages();
        if (size > keep) {
            Batch.Builder batch = Batch.builder()
                    .require(Guard.equalTo(board.key(), board.record()))
                    .listTrim(board.messages(), Write.End.TAIL, Math.max(keep, size - STEP))
                    .amend(board.key(), total(board));
            if (commit(batch) instanceof Commit.Applied applied) {
                forget(board, applied.elements(0));
            }
        }
    }

    static Write.Amend.Change total(Board board) {
        return Fields.tally(Kind.BOARD.total(), board.messages());
    }

    Commit commit(Batch.Builder batch) {
        return store.commit(durability == Durability.RELAXED ? batch.relaxed().build() : batch.build());
    }
}
