package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.systems.nostalgic.image.Numeral;
import dev.yorozu.text.PlainText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One call of this system, with what it says and whom it comes from. Belongs to one thread. */
record ActionRequest(Call call, Parameters parameters, Client client) {
    /** Browsers call themselves something shorter. */
    private static final int LONGEST_USER_AGENT = 512;

    /** What browsers have called the header that says why they ask. */
    private static final List<String> AHEAD = List.of("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz");

    private static final Pattern PREFETCH =
            Pattern.compile("\\b(?:prefetch|prerender|preview)\\b", Pattern.CASE_INSENSITIVE);

    private static final String BEARER = "Bearer ";
    private static final int SHORTEST_TOKEN = NostalgicServices.SHORTEST_TOKEN;
    private static final int LONGEST_TOKEN = 128;

    /** Whether nobody sees the answer, at least not yet: a question for its head, or by a browser that reads ahead. */
    boolean isUnseen() {
        if (call.method().equals("HEAD")) {
            return true;
        }
        for (String header : AHEAD) {
            Optional<String> purpose = call.header(header);
            if (purpose.isPresent() && PREFETCH.matcher(purpose.get()).find()) {
                return true;
            }
        }
        return false;
    }

    Visitor visitor() {
        String agent = call.header("User-Agent").orElse("");
        return new Visitor(client.subscriber(), agent.substring(0, Math.min(agent.length(), LONGEST_USER_AGENT)));
    }

    /** The name of the service that is meant, which need not exist. */
    String id() {
        String id = parameters.require("id");
        if (!ServiceId.isValid(id)) {
            throw NostalgicErrors.invalid("id", "must be the id of a service, such as example-100680ad");
        }
        return id;
    }

    /** The name, if it can be one. */
    Optional<String> possibleId() {
        return parameters.find("id").filter(ServiceId::isValid);
    }

    /** Whether its owner speaks, and not a visitor. */
    boolean isOwners() {
        return !parameters.has("id") && parameters.has("url");
    }

    /** The token of an owner: in the body, in the header, or in the query. */
    String token() {
        String token = parameters
                .findInBody("token")
                .or(this::bearer)
                .or(() -> parameters.find("token"))
                .orElseThrow(() -> NostalgicErrors.missing("token"));
        int length = PlainText.length(token);
        if (length < SHORTEST_TOKEN || length > LONGEST_TOKEN || !PlainText.isLine(token)) {
            throw NostalgicErrors.invalid(
                    "token", "must have " + SHORTEST_TOKEN + " to " + LONGEST_TOKEN + " characters");
        }
        return token;
    }

    /** Whether what answers it may be kept by who asks: not what changes something, nor what a token came with, needed or not. */
    boolean mayBeKept() {
        return call.isRead() && !parameters.has("token") && bearer().isEmpty();
    }

    private Optional<String> bearer() {
        return call.header("Authorization")
                .filter(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(header -> header.substring(BEARER.length()).strip())
                .filter(token -> !token.isEmpty());
    }

    /** Whether errors of waiting are to have the status that the earlier program gave them. */
    boolean isLegacy() {
        return parameters.find("legacy").filter("1"::equals).isPresent();
    }

    /** Whether a call that is answered in JSON otherwise asks for the number alone. */
    boolean asksForNumeral() {
        return Numeral.isAsked(parameters.find("format"));
    }

    /** How the call wants a number to be shown. */
    Numeral numeral() {
        return Numeral.of(
                parameters.find("format"),
                parameters.find("theme", "style"),
                parameters.find("digits").flatMap(text -> Parameters.whole(text.strip())));
    }

    ProblemException unknown(Kind kind) {
        return NostalgicErrors.unknown(kind, id());
    }
}
