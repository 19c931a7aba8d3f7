package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.source.Watch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads boards a page at a time: a page costs the same on a board of any length. */
final class Pages {
    /** Each round is lost only to a concurrent writer of the same board. */
    private static final int MOST_ROUNDS = 256;

    private final Store store;
    private final Services services;

    Pages(Store store, Services services) {
        this.store = store;
        this.services = services;
    }

    Optional<Board> find(String id) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        Optional<Board> board = store.get(Board.key(id)).flatMap(record -> Board.parse(services, id, record));
        return isEarlier(board) ? find(id) : board;
    }

    /** Whether it was one of the earlier program, which is taken over by now. */
    private boolean isEarlier(Optional<Board> board) {
        Optional<Service> earlier = board.map(Board::service).filter(Service::isEarlier);
        earlier.ifPresent(services::takeOver);
        return earlier.isPresent();
    }

    /** A board, how many messages it has, and the oldest of them. */
    record Glimpse(Board board, long size, List<Bytes> oldest) {}

    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    private Optional<Glimpse> glimpse(String id) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        Key messages = Board.messages(id);
        List<Object> found = store.readAll(
                List.of(new Read.Get(Board.key(id)), new Read.Size(messages), new Read.Slice(messages, 0, 0)));
        Optional<Board> board =
                ((Optional<Bytes>) found.getFirst()).flatMap(record -> Board.parse(services, id, record));
        return isEarlier(board)
                ? glimpse(id)
                : board.map(seen -> new Glimpse(seen, (Long) found.get(1), (List<Bytes>) found.get(2)));
    }

    /** @param page the last one, with the newest messages, when none is asked for */
    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    Optional<BoardSource> page(String id, Optional<Integer> page) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        List<Object> found = store.readAll(List.of(new Read.Get(Board.key(id)), new Read.Size(Board.messages(id))));
        Optional<Board> seen =
                ((Optional<Bytes>) found.getFirst()).flatMap(record -> Board.parse(services, id, record));
        return isEarlier(seen) ? page(id, page) : seen.map(board -> page(board, page, (Long) found.getLast()));
    }

    private BoardSource page(Board board, Optional<Integer> wanted, long total) {
        int perPage = board.settings().messagesPerPage();
        int pages = Math.clamp(Math.ceilDiv(total, perPage), 1, Integer.MAX_VALUE);
        int page = Math.max(1, wanted.orElse(pages));
        List<Bytes> messages = page > pages || total == 0
                ? List.of()
                : store.slice(board.messages(), (page - 1L) * perPage, page * (long) perPage - 1);
        return new BoardSource(board, messages, false, total, page, pages, perPage);
    }

    /**
     * The newest so many, as one page that begins with the newest. It says to hold all messages, however many those are: who
     * numbers them from the total downwards, page by page, then numbers them right.
     */
    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    Optional<BoardSource> newest(String id, int limit) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        Key messages = Board.messages(id);
        List<Object> found = store.readAll(
                List.of(new Read.Get(Board.key(id)), new Read.Size(messages), new Read.Slice(messages, -limit, -1)));
        Optional<Board> seen =
                ((Optional<Bytes>) found.getFirst()).flatMap(record -> Board.parse(services, id, record));
        return isEarlier(seen)
                ? newest(id, limit)
                : seen.map(board -> newest(board, (List<Bytes>) found.getLast(), (Long) found.get(1)));
    }

    private static BoardSource newest(Board board, List<Bytes> messages, long total) {
        int perPage = Math.clamp(total, board.settings().messagesPerPage(), Integer.MAX_VALUE);
        return new BoardSource(board, messages, true, total, 1, 1, perPage);
    }

    /** All that is shown of a board. */
    Watch watch(String id) {
        return new Watch(store, Board.key(id), Board.messages(id));
    }

    /** Tries until there is an outcome; empty when there is no such board. */
    <T> Optional<T> patiently(String id, Function<Board, Optional<T>> attempt) {
        return patiently(() -> find(id), attempt);
    }

    /** The same, for those who must know how full the board is. */
    <T> Optional<T> patientlyWithin(String id, Function<Glimpse, Optional<T>> attempt) {
        return patiently(() -> glimpse(id), attempt);
    }

    private static <S, T> Optional<T> patiently(Supplier<Optional<S>> look, Function<S, Optional<T>> attempt) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<S> seen = look.get();
            if (seen.isEmpty()) {
                return Optional.empty();
            }
            Optional<T> outcome = attempt.apply(seen.get());
            if (outcome.isPresent()) {
                return outcome;
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same board");
    }
}
