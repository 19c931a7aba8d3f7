package dev.yorozu.server.console;

import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.Reading;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Logger;

/** How much there is of what, as last counted. A fresh count of a large store goes on behind the page. */
record StatisticsPages(
        Census census, Supplier<List<String>> damage, Pages pages, ConsoleGate gate, InstantSource clock) {
    /** How long a page waits for the count that it asks for; most are done by then. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final String SECONDS_TO_RELOAD = "2";
    private static final Logger LOGGER = Logger.getLogger(StatisticsPages.class.getName());

    Reply show(Call call, OperatorSession operator) {
        PageContext page = pages.context(call, StatisticsView.PATH);
        Frame frame = new Frame("statistics", operator.csrf(), Optional.empty());
        Reading reading;
        try {
            reading = census.reading(false, Progress.NONE);
        } catch (StoreException fault) {
            return uncounted(page, frame, fault);
        }
        StatisticsView view = new StatisticsView(reading, damage.get(), census.isCounting(), clock.instant());
        Reply reply = pages.show(200, page, "console/statistics.jte", Map.of("frame", frame, "statistics", view));
        return view.counting() ? reply.with("Refresh", SECONDS_TO_RELOAD) : reply;
    }

    /** A store that cannot be read cannot be counted: the page says so, and what to do, where numbers would stand. */
    private Reply uncounted(PageContext page, Frame frame, StoreException fault) {
        LOGGER.warning(() -> "The statistics cannot be shown: " + fault.getMessage());
        boolean damaged = fault instanceof StoreException.Damaged;
        return pages.show(
                503,
                page,
                "console/uncounted.jte",
                Map.of("frame", frame, "reason", damaged ? "damaged" : "down", "damage", damage.get()));
    }

    Reply count(Call call, OperatorSession operator, Form form) {
        census.recount(TIMEOUT);
        return gate.to(call, StatisticsView.PATH);
    }
}
