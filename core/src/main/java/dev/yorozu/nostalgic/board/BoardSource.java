package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.store.Bytes;
import java.util.List;

/**
 * A page of a board as it lies in the store.
 *
 * @param messages from the oldest on
 * @param reversed whether they are shown from the newest on
 * @param total how many there are in all
 */
record BoardSource(
        Board board, List<Bytes> messages, boolean reversed, long total, int page, int totalPages, int perPage)
        implements Source<BoardView> {
    BoardSource {
        messages = List.copyOf(messages);
    }

    @Override
    public BoardView view() {
        List<Message> parsed =
                messages.stream().flatMap(json -> Message.parse(json).stream()).toList();
        return new BoardView(
                board.service(),
                board.settings(),
                reversed ? parsed.reversed() : parsed,
                total,
                page,
                totalPages,
                perPage);
    }
}
