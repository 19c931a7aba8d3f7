package dev.yorozu.server.console;

import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.admin.Statistics;
import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** How much there is of what. Counting walks the whole keyspace, so that it is done on demand, once at a time. */
final class StatisticsPages {
    private final Operations operations;
    private final Pages pages;
    private final AtomicBoolean counting = new AtomicBoolean();

    StatisticsPages(Operations operations, Pages pages) {
        this.operations = operations;
        this.pages = pages;
    }

    Reply show(Call call, OperatorSession operator) {
        return show(call, operator, 200, Optional.empty(), Optional.empty());
    }

    Reply count(Call call, OperatorSession operator, Form form) {
        if (!counting.compareAndSet(false, true)) {
            return show(call, operator, 429, Optional.empty(), Optional.of(Notice.COUNTING))
                    .with("Retry-After", "10");
        }
        try {
            return show(call, operator, 200, Optional.of(operations.statistics(Progress.NONE)), Optional.empty());
        } finally {
            counting.set(false);
        }
    }

    private Reply show(
            Call call, OperatorSession operator, int status, Optional<Statistics> counted, Optional<Notice> notice) {
        StatisticsView view = new StatisticsView(counted);
        PageContext page = pages.context(call, view.path());
        Frame frame = new Frame("statistics", operator.csrf(), notice);
        return pages.show(status, page, "console/statistics.jte", Map.of("frame", frame, "statistics", view));
    }
}
