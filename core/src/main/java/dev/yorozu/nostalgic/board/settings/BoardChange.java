package dev.yorozu.nostalgic.board.settings;

import dev.yorozu.json.Document;
import java.util.List;
import java.util.Optional;

/**
 * What an owner wants to be different; what is empty stays as it is.
 *
 * @param more further fields of the settings, such as the address of a webhook
 */
public record BoardChange(
        Optional<String> title,
        Optional<Integer> maxMessages,
        Optional<Integer> messagesPerPage,
        Optional<List<String>> icons,
        Optional<List<Select>> selects,
        Document more) {
    /** The settings with this change; a change that makes no sense is a fault of the caller. */
    public BoardSettings applied(BoardSettings before) {
        return new BoardSettings(
                title.map(String::strip).orElse(before.title()),
                maxMessages.orElse(before.maxMessages()),
                messagesPerPage.orElse(before.messagesPerPage()),
                icons.orElse(before.icons()),
                selects.orElse(before.selects()));
    }
}
