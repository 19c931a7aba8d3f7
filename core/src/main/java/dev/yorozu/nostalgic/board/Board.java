package dev.yorozu.nostalgic.board;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A board as its record tells, and where its parts lie.
 *
 * @param record as it was found
 */
record Board(Service service, BoardSettings settings, Bytes record) {
    /** The field of a select that tells which of the three it is, where that is not its place in the list. */
    static final String PLACE = "place";

    static Optional<Board> parse(Services services, String id, Bytes record) {
        return services.parse(id, record).map(service -> new Board(service, settings(service.settings()), record));
    }

    /**
     * Settings as any program may have written them: what makes no sense is replaced or left out. A board that does not
     * say how many it keeps keeps as many as any.
     */
    private static BoardSettings settings(Document settings) {
        return new BoardSettings(
                settings.text("title").filter(title -> isSound(title)).orElse(BoardSettings.DEFAULT_TITLE),
                number(settings, "maxMessages", BoardSettings.MOST_MESSAGES, BoardSettings.MOST_MESSAGES),
                number(settings, "messagesPerPage", BoardSettings.DEFAULT_PER_PAGE, BoardSettings.MOST_PER_PAGE),
                settings.texts("icons").stream()
                        .filter(BoardSettings::isIcon)
                        .limit(BoardSettings.MOST_ICONS)
                        .toList(),
                selects(new EarlierChoices(settings).selects()));
    }

    private static boolean isSound(String title) {
        try {
            return !new BoardSettings(title, 1, 1, List.of(), List.of()).title().isEmpty();
        } catch (IllegalArgumentException unsound) {
            return false;
        }
    }

    private static int number(Document settings, String name, int usual, int most) {
        return Math.clamp(settings.number(name).orElse(usual), 1, most);
    }

    private static List<Select> selects(List<Document> kept) {
        Map<String, Select> selects = new LinkedHashMap<>();
        for (Document each : kept) {
            try {
                Select select = new Select(
                        each.text("label").orElse(""),
                        each.texts("options"),
                        Math.clamp(each.number(PLACE).orElse(-1), -1, BoardSettings.MOST_SELECTS));
                selects.putIfAbsent(select.label(), select);
            } catch (IllegalArgumentException unsound) {
                // A select that could not be made today is not offered.
                continue;
            }
        }
        return selects.values().stream().limit(BoardSettings.MOST_SELECTS).toList();
    }

    static Document write(BoardSettings settings) {
        List<Document> selects = new ArrayList<>();
        for (Select select : settings.selects()) {
            Document written = Document.empty().with("label", select.label()).with("options", select.options());
            selects.add(select.place() < 0 ? written : written.with(PLACE, select.place()));
        }
        return Document.empty()
                .with("title", settings.title())
                .with("maxMessages", settings.maxMessages())
                .with("messagesPerPage", settings.messagesPerPage())
                .with("icons", settings.icons())
                .withAll("selects", selects);
    }

    String id() {
        return service.id();
    }

    Key key() {
        return key(id());
    }

    static Key key(String id) {
        return Kind.BOARD.keys().service().key(id);
    }

    Key messages() {
        return messages(id());
    }

    static Key messages(String id) {
        return NostalgicKeys.BOARD_MESSAGES.key(id);
    }

    Key edits() {
        return edits(id());
    }

    static Key edits(String id) {
        return NostalgicKeys.BOARD_EDITS.key(id);
    }

    /** What was found is all that it is. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Board that && record.equals(that.record);
    }

    @Override
    public int hashCode() {
        return record.hashCode();
    }

    /** All that belongs to a board besides what all services have. */
    static List<Key> belongings(Service service) {
        return List.of(messages(service.id()), edits(service.id()));
    }
}
