package dev.yorozu.server.pages;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorPages;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import gg.jte.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a browser shows in place of an error: what happened in words, and where one can go from here. */
public final class ErrorPage implements ErrorPages {
    /** Links to the page in another language are relative: nothing of the address is repeated in the page. */
    private static final String HERE = "";

    private final Pages pages = new Pages();
    private final List<LandingPiece> pieces;

    /** @param pieces those of the start page, which know the places to go to */
    public ErrorPage(List<LandingPiece> pieces) {
        this.pieces = List.copyOf(pieces);
    }

    @Override
    public Reply page(Call call, Problem problem) {
        PageContext page = pages.context(asked(call), call.header("Accept-Language"), HERE);
        List<Content> links =
                pieces.stream().flatMap(piece -> piece.link(page).stream()).toList();
        Map<String, Object> models = Map.of(
                "problem",
                problem,
                "name",
                "error." + name(problem),
                "request",
                problem.status() >= 500 ? Optional.of(call.id()) : Optional.<String>empty(),
                "links",
                links);
        return pages.show(problem.status(), page, "error.jte", models);
    }

    /** The query may be what is wrong. */
    private static Optional<String> asked(Call call) {
        try {
            return call.query("lang");
        } catch (ProblemException malformed) {
            return Optional.empty();
        }
    }

    /** The name that the texts have for it. */
    private static String name(Problem problem) {
        return switch (problem.status()) {
            case 400 -> "request";
            case 404 -> "missing";
            case 405 -> "method";
            case 429 -> "wait";
            case 503, 504 -> problem.error().endsWith("_damaged") ? "damaged" : "down";
            default -> problem.status() < 500 ? "refused" : "fault";
        };
    }
}
