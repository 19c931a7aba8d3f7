package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import dev.yorozu.server.systems.nostalgic.view.BoardJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The parameters of boards, under all names that they have had. */
final class BoardFields {
    /** What the earlier versions called label and options of the three things to choose. */
    private static final List<String> LABELS =
            List.of("standardSelectLabel", "incrementalSelectLabel", "emoteSelectLabel");

    private static final List<String> OPTIONS =
            List.of("standardSelectOptions", "incrementalSelectOptions", "emoteSelectOptions");

    private BoardFields() {}

    static BoardSettings settings(Parameters parameters) {
        return checked(change(parameters, Document.empty()));
    }

    /** @param more further settings, such as the address of a webhook */
    static BoardChange change(Parameters parameters, Document more) {
        BoardChange change = new BoardChange(
                parameters.line("title", BoardSettings.LONGEST_TITLE).filter(title -> !title.isEmpty()),
                parameters.number(1, BoardSettings.MOST_MESSAGES, "max", "maxMessages"),
                parameters.number(1, BoardSettings.MOST_PER_PAGE, "messagesPerPage", "perPage"),
                icons(parameters),
                selects(parameters),
                more);
        checked(change);
        return change;
    }

    /** What a change makes of the usual settings, which is how it is found out whether it makes sense. */
    private static BoardSettings checked(BoardChange change) {
        return sensible("icons or selects", () -> change.applied(BoardSettings.standard()));
    }

    private static <T> T sensible(String field, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException objection) {
            throw NostalgicErrors.invalid(field, String.valueOf(objection.getMessage()));
        }
    }

    private static Optional<List<String>> icons(Parameters parameters) {
        return parameters
                .list("icons")
                .or(() -> parameters
                        .flag("enableIcons")
                        .map(enabled -> enabled ? BoardSettings.DEFAULT_ICONS : List.of()));
    }

    private static Optional<List<Select>> selects(Parameters parameters) {
        List<Select> selects = new ArrayList<>();
        for (Document select : parameters.documents("selects")) {
            selects.add(select("selects", select.text("label").orElse(""), select.texts("options")));
        }
        for (int i = 0;
                i < BoardSettings.MOST_SELECTS
                        && parameters.documents("selects").isEmpty();
                i++) {
            String number = "select" + (i + 1);
            Optional<String> label = parameters.find(number + "Label", LABELS.get(i));
            Optional<List<String>> options = parameters.list(number + "Values", number + "Options", OPTIONS.get(i));
            if (label.isPresent() && options.filter(each -> !each.isEmpty()).isPresent()) {
                selects.add(select(number, label.get(), options.get()));
            }
        }
        return selects.isEmpty()
                ? parameters.flag("enableSelects").map(enabled -> enabled ? BoardSettings.DEFAULT_SELECTS : List.of())
                : Optional.of(selects);
    }

    private static Select select(String field, String label, List<String> options) {
        return sensible(field, () -> new Select(label.strip(), options));
    }

    /** A new message. */
    static Contribution posted(Parameters parameters) {
        return contribution(parameters, parameters::find);
    }

    /** A changed message, where an empty choice takes back what was chosen. */
    static Contribution edited(Parameters parameters) {
        return contribution(parameters, parameters::findOrBlank);
    }

    private static Contribution contribution(Parameters parameters, Function<String, Optional<String>> choice) {
        List<Optional<String>> selects = new ArrayList<>();
        for (int i = 0; i < BoardSettings.MOST_SELECTS; i++) {
            Optional<String> earlier = choice.apply("select" + (i + 1));
            selects.add(earlier.isPresent() ? earlier : choice.apply(BoardJson.VALUES.get(i)));
        }
        return new Contribution(
                parameters.find("author"), parameters.requireText("message"), choice.apply("icon"), selects);
    }
}
