package dev.yorozu.nostalgic.board;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.board.settings.Select;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What could be chosen beside a message, as the versions of the earlier program kept it: a list of selects, or one select
 * in each of three settings; and what was chosen, as a list of options or one in each of three fields.
 */
final class EarlierChoices {
    private static final List<String> SELECTS = List.of("standardSelect", "incrementalSelect", "emoteSelect");
    private static final List<String> VALUES = List.of("standardValue", "incrementalValue", "emoteValue");

    private final List<Document> selects = new ArrayList<>();
    /** What the first, second and third are called; names of their own where they have none. */
    private final List<String> labels = new ArrayList<>();

    EarlierChoices(Document settings) {
        List<Document> listed = settings.documents("selects");
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < SELECTS.size(); i++) {
            Document select = i < listed.size()
                    ? listed.get(i)
                    : settings.document(SELECTS.get(i)).orElse(Document.empty());
            String label = select.text("label")
                    .filter(text -> Select.isLabel(text) && !taken.contains(text))
                    .orElse(usual(i));
            taken.add(label);
            labels.add(label);
            if (!select.texts("options").isEmpty()) {
                Document named = select.with("label", label);
                selects.add(selects.size() == i ? named : named.with(Board.PLACE, i));
            }
        }
    }

    private static String usual(int number) {
        return "select" + (number + 1);
    }

    /** The selects, each with a label. */
    List<Document> selects() {
        return selects;
    }

    /** Settings with the selects in their documented place. */
    Document documented(Document settings) {
        return settings.without(Set.copyOf(SELECTS)).withAll("selects", selects);
    }

    /** A message with what was chosen in its documented place, by label, and its writer under the documented name. */
    Document documented(Document message, Optional<String> writer) {
        Document chosen = message.document("selects").orElse(Document.empty());
        for (Map.Entry<Integer, String> each : chosen(message)) {
            int number = each.getKey();
            chosen = chosen.with(number < labels.size() ? labels.get(number) : usual(number), each.getValue());
        }
        Document rest = message.without(Set.copyOf(VALUES)).without(Set.of("selects", "authorHash", "userHash"));
        Document told = chosen.equals(Document.empty()) ? rest : rest.with("selects", chosen);
        return told.withIfPresent("userHash", writer);
    }

    /** What was chosen, by the number of its select. */
    static List<Map.Entry<Integer, String>> chosen(Document message) {
        List<Map.Entry<Integer, String>> chosen = new ArrayList<>();
        List<String> listed = message.texts("selects");
        for (int i = 0; i < Math.max(listed.size(), VALUES.size()); i++) {
            String option = i < VALUES.size() ? message.text(VALUES.get(i)).orElse("") : "";
            if (option.isBlank() && i < listed.size()) {
                option = listed.get(i);
            }
            if (!option.isBlank()) {
                chosen.add(Map.entry(i, option));
            }
        }
        return chosen;
    }
}
