package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Problem;
import dev.yorozu.text.PlainText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a call says, wherever it says it: in the body, which is stronger, or in the query.
 *
 * <p>As lenient as earlier widgets need it: a name given twice counts as it is given first, names that nobody asks for
 * are left alone, and a value that is empty or reads {@code null} or {@code undefined} counts as none, because that is
 * what scripts write for a missing attribute. A body is a JSON object, whatever its content type, or a form.
 */
final class Parameters {
    /** More than the longest lists take. */
    private static final int MOST_BYTES = 256 * 1024;

    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,15}");

    private final Form query;
    private final Form form;
    private final Document body;

    private Parameters(Form query, Form form, Document body) {
        this.query = query;
        this.form = form;
        this.body = body;
    }

    static Parameters of(Call call) throws IOException {
        Form query = parsed(call.rawQuery(), "query");
        if (!call.method().equals("POST")) {
            return new Parameters(query, query, Document.empty());
        }
        String text = text(call);
        // Some programs call all that they send a form, unless they are told otherwise.
        if (call.mediaType().equals(Form.MEDIA_TYPE) && !text.startsWith("{")) {
            return new Parameters(query, parsed(text.strip(), "body"), Document.empty());
        }
        Document body = text.isBlank()
                ? Document.empty()
                : Document.parse(text)
                        .orElseThrow(() ->
                                NostalgicErrors.invalid("body", "must be a JSON object that names no field twice"));
        return new Parameters(query, query, body);
    }

    private static Form parsed(String raw, String where) {
        return Form.parse(raw).orElseThrow(() -> NostalgicErrors.invalid(where, "must be percent-encoded UTF-8"));
    }

    /** Decoded strictly, so that everybody who reads the bytes sees the same text. */
    private static String text(Call call) throws IOException {
        byte[] bytes = call.stream().readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new Problem(413, "too_large", "The body may hold at most " + MOST_BYTES + " bytes here: send less.")
                    .exception();
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw NostalgicErrors.invalid("body", "must be UTF-8");
        }
    }

    /** What is to be done; here the query is stronger, because that is where it belongs. */
    Optional<String> action() {
        return query.field("action").filter(text -> !isNone(text)).or(() -> find("action"));
    }

    /** The value of the first of these names that has one; a list is none. */
    Optional<String> find(String... names) {
        for (String name : names) {
            Optional<String> sent = sent(name);
            if (sent.isPresent() && !isNone(sent.get())) {
                return sent;
            }
        }
        return Optional.empty();
    }

    /** As {@link #find}, but an empty text counts: it clears what was set before. */
    Optional<String> findOrBlank(String name) {
        return sent(name).filter(text -> text.isEmpty() || !isNone(text));
    }

    /** The value that the body alone gives a name. */
    Optional<String> findInBody(String name) {
        Optional<String> value = body.has(name) && !body.isNull(name)
                ? Optional.of(scalar(name))
                : Optional.of(form).filter(sent -> sent != query).flatMap(sent -> sent.field(name));
        return value.filter(text -> !isNone(text));
    }

    private static boolean isNone(String text) {
        return text.isEmpty() || text.equals("null") || text.equals("undefined");
    }

    private Optional<String> sent(String name) {
        if (body.has(name) && !body.isNull(name)) {
            return Optional.of(scalar(name));
        }
        Optional<String> field = form.field(name);
        return field.isPresent() ? field : query.field(name);
    }

    private String scalar(String name) {
        Optional<String> text = body.text(name);
        if (text.isPresent()) {
            return text.get();
        }
        if (body.number(name).isPresent()) {
            return Long.toString(body.number(name).getAsLong());
        }
        return body.flag(name)
                .map(flag -> Boolean.toString(flag))
                .orElseThrow(() -> NostalgicErrors.invalid(name, "must be a text or a whole number"));
    }

    String require(String... names) {
        return find(names).orElseThrow(() -> NostalgicErrors.missing(names[0]));
    }

    /** A text that must be there; whatever it reads, because people may be called null. */
    String requireText(String name) {
        return sent(name).filter(text -> !text.isBlank()).orElseThrow(() -> NostalgicErrors.missing(name));
    }

    /**
     * A whole number in plain decimal. Zeros and a sign before it are fine; fractions and exponents are refused, because
     * what they mean depends on who reads them.
     */
    Optional<Integer> number(int least, int most, String... names) {
        return find(names)
                .map(text -> whole(text.strip())
                        .filter(value -> value >= least && value <= most)
                        .orElseThrow(() -> NostalgicErrors.invalid(
                                names[0], "must be a whole number from " + least + " to " + most))
                        .intValue());
    }

    int requireNumber(int least, int most, String... names) {
        return number(least, most, names).orElseThrow(() -> NostalgicErrors.missing(names[0]));
    }

    /** The number that a text is; empty for any other text. */
    static Optional<Long> whole(String text) {
        return WHOLE.matcher(text).matches() ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /** A choice between yes and no, as forms and scripts write it. */
    Optional<Boolean> flag(String name) {
        return find(name).map(text -> switch (text.strip()) {
            case "true", "1", "on", "yes" -> true;
            case "false", "0", "off", "no" -> false;
            default -> throw NostalgicErrors.invalid(name, "must be true or false");
        });
    }

    /** A list of texts: one in JSON, or with commas between them. Present and empty when it is to be cleared. */
    Optional<List<String>> list(String... names) {
        for (String name : names) {
            if (!body.texts(name).isEmpty()) {
                return Optional.of(body.texts(name));
            }
            if (isEmptyList(name)) {
                return Optional.of(List.of());
            }
            Optional<String> text = findOrBlank(name);
            if (text.isPresent()) {
                return Optional.of(List.of(text.get().split(",")).stream()
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .toList());
            }
        }
        return Optional.empty();
    }

    private boolean isEmptyList(String name) {
        return body.only(name).equals(Document.empty().with(name, List.of()));
    }

    /** The objects of a list: in the body, or as JSON in the query. */
    List<Document> documents(String name) {
        if (body.has(name)) {
            return body.documents(name);
        }
        return find(name)
                .flatMap(text -> Document.parse("{\"" + name + "\":" + text + "}"))
                .map(parsed -> parsed.documents(name))
                .orElse(List.of());
    }

    /** One line, without spaces around it; may be empty. */
    Optional<String> line(String name, int longest) {
        return findOrBlank(name).map(text -> {
            String stripped = text.strip();
            if (PlainText.length(stripped) > longest) {
                throw NostalgicErrors.invalid(name, "must have at most " + longest + " characters");
            }
            if (!PlainText.isLine(stripped)) {
                throw NostalgicErrors.invalid(name, "must not hold control characters");
            }
            return stripped;
        });
    }

    boolean has(String name) {
        return find(name).isPresent();
    }

    /** Shows no value: some are secrets. */
    @Override
    public String toString() {
        return "Parameters";
    }
}
