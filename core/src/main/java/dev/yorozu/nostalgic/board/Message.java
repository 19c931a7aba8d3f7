package dev.yorozu.nostalgic.board;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.board.rule.Rules;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import dev.yorozu.store.Bytes;
import dev.yorozu.text.PlainText;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One message of a board. Author and text are any text; id, icon and selects mean nothing but themselves even in a page
 * that takes them for markup, whichever program wrote the message.
 *
 * @param selects what was chosen, by label
 * @param userHash who wrote it
 */
public record Message(
        String id,
        Instant timestamp,
        String author,
        String text,
        Optional<String> icon,
        Map<String, String> selects,
        String userHash) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");

    public Message {
        selects = Collections.unmodifiableMap(new LinkedHashMap<>(selects));
    }

    /** What its author can change of it. */
    Rules.Fine said() {
        return new Rules.Fine(author, text, icon, selects);
    }

    /** The message as it lies in the list. */
    Bytes bytes() {
        Document document = Document.empty()
                .with("id", id)
                .with("timestamp", Iso.text(timestamp))
                .with("author", author)
                .with("message", text)
                .withIfPresent("icon", icon);
        if (!selects.isEmpty()) {
            Document chosen = Document.empty();
            for (Map.Entry<String, String> each : selects.entrySet()) {
                chosen = chosen.with(each.getKey(), each.getValue());
            }
            document = document.with("selects", chosen);
        }
        return document.with("userHash", userHash).bytes();
    }

    /** Reads a message; empty when it is none. What it holds that cannot be shown safely is left out. */
    static Optional<Message> parse(Bytes json) {
        return Document.parse(json).flatMap(Message::of);
    }

    private static Optional<Message> of(Document document) {
        Optional<String> id =
                document.text("id").filter(text -> ID.matcher(text).matches());
        Optional<Instant> timestamp = document.text("timestamp").flatMap(Iso::parse);
        Optional<String> text = document.text("message");
        if (id.isEmpty() || timestamp.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Message(
                id.get(),
                timestamp.get(),
                document.text("author").orElse(Rules.NOBODY),
                text.get(),
                document.text("icon").filter(BoardSettings::isIcon),
                selects(document),
                document.text("userHash")
                        .or(() -> document.text("authorHash"))
                        .filter(PlainText::isPlain)
                        .orElse("")));
    }

    /** The versions of the earlier program wrote them as a list or in fields of their own, without labels. */
    private static Map<String, String> selects(Document document) {
        Map<String, String> selects = new LinkedHashMap<>();
        Document chosen = document.document("selects").orElse(Document.empty());
        for (String label : chosen.names()) {
            chosen.text(label).ifPresent(option -> choose(selects, label, option));
        }
        EarlierChoices.chosen(document)
                .forEach(each -> choose(selects, "select" + (each.getKey() + 1), each.getValue()));
        return selects;
    }

    private static void choose(Map<String, String> selects, String label, String option) {
        if (Select.isLabel(label) && Select.isOption(option)) {
            selects.put(label, option);
        }
    }
}
