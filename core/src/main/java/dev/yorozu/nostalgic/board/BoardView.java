package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import java.util.List;

/**
 * One page of a board.
 *
 * @param messages oldest first, or newest first where the newest were asked for; none on a page past the end
 * @param page counted from 1, from the oldest messages on
 * @param totalPages at least one
 * @param perPage how many messages a page holds
 */
public record BoardView(
        Service service,
        BoardSettings settings,
        List<Message> messages,
        long totalMessages,
        int page,
        int totalPages,
        int perPage) {
    public BoardView {
        messages = List.copyOf(messages);
    }
}
