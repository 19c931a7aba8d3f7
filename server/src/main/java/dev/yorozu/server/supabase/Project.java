package dev.yorozu.server.supabase;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.json.Document;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.outgoing.Destination;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls to a Supabase project. Whatever goes wrong is a {@link DirectoryException} that says what to do, and no value. */
final class Project {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]+");
    /** What PostgreSQL calls a second row where one may be. */
    private static final String TAKEN = "23505";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Outgoing outgoing;
    private final String url;
    private final String serviceKey;

    Project(Outgoing outgoing, URI url, String serviceKey) {
        if (!Destination.isSafe(url) || url.getRawQuery() != null) {
            throw new StartException("systems.patreon.supabase.url is not the address of a Supabase project:"
                    + " give one such as https://PROJECT.supabase.co.");
        }
        // A header cannot hold anything else, and the refusal would quote the key.
        if (!KEY.matcher(serviceKey).matches()) {
            throw new StartException("systems.patreon.supabase.serviceKey holds characters that no key has:"
                    + " copy it again from the project's settings.");
        }
        this.outgoing = outgoing;
        this.url = url.toString().replaceFirst("/+$", "");
        this.serviceKey = serviceKey;
    }

    List<Row> select(Selection selection) {
        return rows(good(send(Outgoing.Method.GET, selection.path(), Map.of(), Optional.empty())));
    }

    /** Inserts a row; what is answered of it is empty when one with the same column of conflict is there already. */
    List<Row> insert(Selection selection, Document row) {
        return insertUnlessTaken(selection, row).orElseThrow(() -> refused(409));
    }

    /** As {@link #insert}; empty when the row may not be, because another has what must be unique. */
    Optional<List<Row>> insertUnlessTaken(Selection selection, Document row) {
        return write(Outgoing.Method.POST, selection, "resolution=ignore-duplicates,return=representation", row);
    }

    /** Changes rows, and answers them; empty when that may not be, because another has what must be unique. */
    Optional<List<Row>> changeUnlessTaken(Selection selection, Document change) {
        return write(Outgoing.Method.PATCH, selection, "return=representation", change);
    }

    /** Calls a function that answers yes or no. */
    boolean call(String function, Document parameters) {
        JsonNode answer =
                good(send(Outgoing.Method.POST, "/rest/v1/rpc/" + function, Map.of(), Optional.of(parameters)));
        if (!answer.isBoolean()) {
            throw Row.malformed();
        }
        return answer.booleanValue();
    }

    /** The id of the account whose holder has this token; empty when the project does not let it in. */
    Optional<String> account(String token) {
        Outgoing.Answer.Response response = send(
                Outgoing.Method.GET, "/auth/v1/user", Map.of("Authorization", "Bearer " + token), Optional.empty());
        return switch (response.status()) {
            case 400, 401, 403, 404 -> Optional.empty();
            default -> Optional.of(Row.of(good(response)).text("id"));
        };
    }

    private Outgoing.Answer.Response send(
            Outgoing.Method method, String path, Map<String, String> more, Optional<Document> body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        headers.put("apikey", serviceKey);
        headers.put("Authorization", "Bearer " + serviceKey);
        headers.putAll(more);
        Outgoing.Request request = new Outgoing.Request(
                method,
                URI.create(url + path),
                headers,
                body.map(document -> Outgoing.Body.json(document.bytes().text())),
                TIMEOUT);
        return switch (outgoing.send(request)) {
            case Outgoing.Answer.Response response -> response;
            case Outgoing.Answer.TimedOut slow ->
                throw new DirectoryException("Supabase did not answer in time: look at the project's status");
            case Outgoing.Answer.Unreachable none ->
                throw new DirectoryException("Supabase gave no usable answer: check systems.patreon.supabase.url");
        };
    }

    private Optional<List<Row>> write(Outgoing.Method method, Selection selection, String prefer, Document row) {
        Outgoing.Answer.Response response = send(method, selection.path(), Map.of("Prefer", prefer), Optional.of(row));
        boolean taken = response.status() == 409
                && parsed(response).path("code").asString("").equals(TAKEN);
        return taken ? Optional.empty() : Optional.of(rows(good(response)));
    }

    private static List<Row> rows(JsonNode answer) {
        if (!answer.isArray()) {
            throw Row.malformed();
        }
        return answer.valueStream().map(Row::of).toList();
    }

    private static JsonNode good(Outgoing.Answer.Response response) {
        if (response.status() / 100 != 2) {
            throw refused(response.status());
        }
        return parsed(response);
    }

    private static JsonNode parsed(Outgoing.Answer.Response response) {
        try {
            return MAPPER.readTree(response.body().text());
        } catch (JacksonException notJson) {
            throw Row.malformed();
        }
    }

    /** Says nothing of the answer's text, because PostgreSQL quotes values. */
    private static DirectoryException refused(int status) {
        return new DirectoryException(
                switch (status) {
                    case 401, 403 -> "Supabase refuses the service key: check systems.patreon.supabase.serviceKey";
                    case 400, 404, 406 ->
                        "Supabase does not have the tables that are needed (status " + status
                                + "): run docs/supabase.sql in the project";
                    default -> "Supabase cannot do this now (status " + status + ")";
                });
    }
}
