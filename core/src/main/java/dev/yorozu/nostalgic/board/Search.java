package dev.yorozu.nostalgic.board;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.Optional;

/**
 * Finds a message of a board by its id, from the newest on, because it is those that are changed.
 *
 * <p>The list may change between two pieces of it. New messages only push others further on, to where the next piece will
 * look; but one that is removed lets others slip into the piece that was just read. So each piece begins with the last
 * message of the one before, and when that is not there any more, the list is read at once.
 */
final class Search {
    private static final int FIRST = 100;
    /** To look for a message that is not there reads the whole list, so the rest comes in few pieces. */
    private static final int NEXT = 1000;

    private final Store store;

    Search(Store store) {
        this.store = store;
    }

    /**
     * A message, and how it is written in the list.
     *
     * @param json by which it can be replaced or removed as long as no concurrent writer has
     * @param place where it stood, counted from the newest, which is -1
     */
    record Hit(Message message, Bytes json, long place) {}

    Optional<Hit> find(Board board, String messageId) {
        int length = FIRST;
        long last = -1;
        List<Bytes> piece = store.slice(board.messages(), -FIRST, -1);
        for (long seen = FIRST; ; seen += NEXT - 1) {
            Optional<Hit> hit = in(piece, messageId, last);
            if (hit.isPresent() || piece.size() < length) {
                return hit;
            }
            Bytes overlap = piece.getFirst();
            length = NEXT;
            last = -seen;
            piece = store.slice(board.messages(), -(seen + NEXT - 1), -seen);
            if (!piece.contains(overlap)) {
                return in(store.slice(board.messages(), 0, -1), messageId, -1);
            }
        }
    }

    /** @param last the place of the last message of the piece */
    private static Optional<Hit> in(List<Bytes> piece, String messageId, long last) {
        for (int i = piece.size() - 1; i >= 0; i--) {
            Bytes json = piece.get(i);
            Optional<Message> message =
                    Message.parse(json).filter(each -> each.id().equals(messageId));
            if (message.isPresent()) {
                return Optional.of(new Hit(message.get(), json, last - (piece.size() - 1 - i)));
            }
        }
        return Optional.empty();
    }
}
