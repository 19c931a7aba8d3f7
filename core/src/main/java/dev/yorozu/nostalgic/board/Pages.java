package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads boards a page at a time: a page costs the same on a board of any length. */
final class Pages {
    /** Each round is lost only to somebody who changed the same board at the same moment. */
    private static final int MOST_ROUNDS = 32;

    private final Store store;

    Pages(Store store) {
        this.store = store;
    }

    Optional<Board> find(String id) {
        return ServiceId.isValid(id)
                ? store.get(Board.key(id)).flatMap(record -> Board.parse(id, record))
                : Optional.empty();
    }

    /** @param page the last one, with the newest messages, when none is asked for */
    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    Optional<BoardView> view(String id, Optional<Integer> page) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        List<Object> found = store.readAll(List.of(new Read.Get(Board.key(id)), new Read.Size(Board.messages(id))));
        return ((Optional<Bytes>) found.getFirst())
                .flatMap(record -> Board.parse(id, record))
                .map(board -> view(board, page, (Long) found.getLast()));
    }

    private BoardView view(Board board, Optional<Integer> wanted, long total) {
        int perPage = board.settings().messagesPerPage();
        int pages = Math.clamp(Math.ceilDiv(total, perPage), 1, Integer.MAX_VALUE);
        int page = Math.max(1, wanted.orElse(pages));
        List<Message> messages = page > pages || total == 0
                ? List.of()
                : store.slice(board.messages(), (page - 1L) * perPage, page * (long) perPage - 1).stream()
                        .flatMap(json -> Message.parse(json).stream())
                        .toList();
        return new BoardView(board.service(), board.settings(), messages, total, page, pages);
    }

    /** Tries until there is an outcome; empty when there is no such board. */
    <T> Optional<T> patiently(String id, Function<Board, Optional<T>> attempt) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<Board> board = find(id);
            if (board.isEmpty()) {
                return Optional.empty();
            }
            Optional<T> outcome = attempt.apply(board.get());
            if (outcome.isPresent()) {
                return outcome;
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same board");
    }
}
