package dev.yorozu.server.http;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The fields of a JSON object that a client sent, found whatever the case of their names.
 *
 * <p>Each field is read once, with the length it may have. What is wrong with one is remembered, and {@link #check} ends
 * the call with status 400 and all of it, so that nobody has to find out one field at a time. A field that is {@code null}
 * counts as absent; fields that nobody asks for are left alone. Belongs to one thread.
 */
public final class Fields {
    private final Document object;
    /** The names as they were sent, by their lower case. */
    private final Map<String, String> names;

    private final Map<String, String> wrong = new LinkedHashMap<>();

    private Fields(Document object, Map<String, String> names) {
        this.object = object;
        this.names = names;
    }

    /** Reads a call's body: at most so many bytes of JSON, an object in UTF-8 that names no field twice. */
    public static Fields of(Call call, int mostBytes) throws IOException {
        call.requireJson();
        return parse(call.body(mostBytes));
    }

    /** As {@link #of(Call, int)}, of at most as many bytes as the server takes. */
    public static Fields of(Call call) throws IOException {
        call.requireJson();
        return parse(call.body());
    }

    /** As {@link #of(Call, int)}, also of clients that do not say what their body is, or call it a text. */
    public static Fields ofAnyText(Call call, int mostBytes) throws IOException {
        requireText(call);
        return parse(call.body(mostBytes));
    }

    /** As {@link #ofAnyText}; empty where there is no body. */
    public static Optional<Fields> find(Call call, int mostBytes) throws IOException {
        return find(call, call.body(mostBytes));
    }

    /** As {@link #find(Call, int)}, of at most as many bytes as the server takes. */
    public static Optional<Fields> find(Call call) throws IOException {
        return find(call, call.body());
    }

    private static Optional<Fields> find(Call call, byte[] body) {
        if (body.length == 0) {
            return Optional.empty();
        }
        requireText(call);
        return Optional.of(parse(body));
    }

    private static void requireText(Call call) {
        String mediaType = call.mediaType();
        if (!mediaType.isEmpty() && !mediaType.equals("text/plain")) {
            call.requireJson();
        }
    }

    static Fields parse(byte[] body) {
        return of(Document.parse(Bytes.wrap(body))
                .orElseThrow(() -> Problem.badRequest("The body is not a JSON object in UTF-8: check how it is made.")
                        .exception()));
    }

    /** The fields of an object that is part of a body. */
    public static Fields of(Document object) {
        Map<String, String> names = new HashMap<>();
        for (String name : object.names()) {
            if (names.put(name.toLowerCase(Locale.ROOT), name) != null) {
                throw Problem.badRequest("The body names a field twice: leave one out.")
                        .exception();
            }
        }
        return new Fields(object, names);
    }

    /** The text of a field that must be there and must not be blank. */
    public String required(String name, int longest) {
        return required(name, text(name, longest));
    }

    private String required(String name, Optional<String> text) {
        isFine(name, text.isPresent(), "is required");
        return text.orElse("");
    }

    /** The text of a field, without spaces around it; a blank one counts as absent. */
    public Optional<String> text(String name, int longest) {
        return raw(name, longest)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .filter(text -> isPlain(name, text));
    }

    /** A text that must be there and stands for nothing else, such as an id: spaces around it are a part of it. */
    public String exact(String name, int longest) {
        return required(name, exactly(name, longest).filter(text -> isPlain(name, text)));
    }

    /** The text of a field exactly as it was sent; an empty one counts as absent. */
    public Optional<String> exactly(String name, int longest) {
        return raw(name, longest).filter(text -> !text.isEmpty());
    }

    private boolean isPlain(String name, String text) {
        return isFine(name, !holdsControls(text), "holds control characters");
    }

    private static boolean holdsControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The text of a field, cut to so many characters and never within one; what no text can keep is replaced. A blank one
     * counts as absent.
     */
    public Optional<String> cut(String name, int longest) {
        return anyText(name).map(each -> KeptText.cut(each, longest)).filter(each -> !each.isBlank());
    }

    /** The object in a field; empty when it is absent, or no object. */
    public Optional<Document> document(String name) {
        return sent(name).flatMap(object::document);
    }

    /** The text of a field exactly as it was sent, such as a password, which must be there. */
    public String secret(String name, int longest) {
        return required(name, exactly(name, longest));
    }

    private Optional<String> raw(String name, int longest) {
        return anyText(name)
                .filter(text -> isShort(name, text, longest)
                        && isFine(name, KeptText.isWhole(text), "holds characters that are none"));
    }

    private boolean isShort(String name, String text, int longest) {
        return length(text) <= longest || isFine(name, false, "must have at most " + longest + " characters");
    }

    private Optional<String> anyText(String name) {
        return sent(name).flatMap(field -> {
            Optional<String> text = object.text(field);
            isFine(name, text.isPresent(), "must be a text");
            return text;
        });
    }

    /** The name of a field as it was sent; empty for one that is absent or {@code null}. */
    private Optional<String> sent(String name) {
        return Optional.ofNullable(names.get(name.toLowerCase(Locale.ROOT))).filter(field -> !object.isNull(field));
    }

    /** Whether a field is true; one that is absent is not. */
    public boolean flag(String name) {
        Optional<String> sent = sent(name);
        Optional<Boolean> flag = sent.flatMap(object::flag);
        isFine(name, sent.isEmpty() || flag.isPresent(), "must be true or false");
        return flag.orElse(false);
    }

    /** A whole number within these bounds; empty for a field that is absent. */
    public OptionalLong number(String name, long least, long most) {
        Optional<String> sent = sent(name);
        if (sent.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong number = object.number(sent.get());
        boolean within = number.isPresent() && number.getAsLong() >= least && number.getAsLong() <= most;
        return isFine(name, within, "must be a whole number from " + least + " to " + most)
                ? number
                : OptionalLong.empty();
    }

    /** A length of time, in whole seconds, of at least one; empty for a field that is absent. */
    public Optional<Duration> seconds(String name, Duration longest) {
        OptionalLong seconds = number(name, 1, longest.toSeconds());
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsLong())) : Optional.empty();
    }

    /** The objects in a list; what is none of that is wrong. */
    public List<Document> documents(String name, int most) {
        List<Document> documents = object.documents(names.getOrDefault(name.toLowerCase(Locale.ROOT), name));
        isFine(name, !documents.isEmpty(), "must be a list of objects");
        isFine(name, documents.size() <= most, "must have at most " + most + " elements");
        return documents;
    }

    /** Whether a field is there, be it blank. */
    public boolean has(String name) {
        return sent(name).isPresent();
    }

    /** The texts of a list that must be there, with one at least; what they hold is for the caller to check. */
    public List<String> texts(String name, int most) {
        List<String> texts = object.texts(names.getOrDefault(name.toLowerCase(Locale.ROOT), name));
        isFine(name, !texts.isEmpty(), "must be a list of texts");
        isFine(name, texts.size() <= most, "must have at most " + most + " elements");
        return texts;
    }

    /** One of the names of an enumeration, as {@code spelling} writes them, in any case. */
    public <E extends Enum<E>> Optional<E> choice(String name, Class<E> type, Function<E, String> spelling) {
        List<E> all = List.of(type.getEnumConstants());
        return text(name, 50).flatMap(text -> {
            Optional<E> chosen = all.stream()
                    .filter(each -> spelling.apply(each).equalsIgnoreCase(text))
                    .findFirst();
            isFine(
                    name,
                    chosen.isPresent(),
                    all.stream().map(spelling).collect(Collectors.joining(", ", "must be one of ", "")));
            return chosen;
        });
    }

    /** An instant, as ISO 8601 with its offset. */
    public Optional<Instant> instant(String name) {
        return text(name, 40).flatMap(text -> {
            try {
                return Optional.of(OffsetDateTime.parse(text).toInstant());
            } catch (DateTimeException malformed) {
                wrong.putIfAbsent(name, "must be a time such as 2026-11-16T12:00:00Z");
                return Optional.empty();
            }
        });
    }

    /** Remembers what is wrong with a field unless this holds; gives back whether it does. */
    public boolean isFine(String name, boolean holds, String otherwise) {
        if (!holds) {
            wrong.putIfAbsent(name, otherwise);
        }
        return holds;
    }

    /** Ends the call with status 400 when anything was wrong. */
    public void check() {
        if (!wrong.isEmpty()) {
            throw Problem.badRequest("Some fields are not as they must be: see the details.")
                    .detailing(wrong)
                    .exception();
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Shows no value: many are secrets. */
    @Override
    public String toString() {
        return "Fields" + names.keySet();
    }
}
