package dev.yorozu.server.cli.users;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.audit.AuditOperations;
import dev.yorozu.server.operate.audit.AuditOperations.AuditRequest;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.operate.transport.Operations;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what happened; prints each page as it comes and keeps none. */
@Command(name = "audit", description = "List what happened to share links, sessions and tokens, newest first.")
public final class AuditCommand extends OperatorCommand {
    private static final int PAGE = 200;
    private static final String ROW = "%-20s  %-10s  %-8s  %-17s  %-20s  %-16s  %s";

    @Option(names = "--kind", paramLabel = "KIND", description = "Only events of this kind: ${COMPLETION-CANDIDATES}")
    private @Nullable Kind kind;

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = {
                "Only what this user did, in all systems, by any name: id, UUID, login id, e-mail address,",
                "or the id at Discord, Patreon or another provider"
            })
    private @Nullable String user;

    @Option(names = "--since", paramLabel = "TIME", description = "Only from then on: " + Moments.FORMS)
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only until then, in the same forms")
    private @Nullable String until;

    @Option(names = "--limit", paramLabel = "N", description = "Most events to list (default: ${DEFAULT-VALUE})")
    private long limit = 100;

    @Option(names = "--all", description = "List all events, however many: with --json this is an export")
    private boolean all;

    @Option(names = "--json", description = "Print one line of JSON for each event")
    private boolean json;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw wrong("--limit must be at least 1");
        }
        Instant now = InstantSource.system().instant();
        String first = moment("--since", since, now);
        String last = moment("--until", until, now);
        if (!json) {
            println(console().bold(ROW.formatted("TIME", "KIND", "SYSTEM", "ACTION", "USER", "SUBJECT", "OUTCOME")));
        }
        boolean more = access().use(operator -> list(operator, first, last));
        if (more) {
            console().err().println("There are more events: --limit lists more of them, --all lists all");
        }
        return Status.DONE;
    }

    private String moment(String option, @Nullable String text, Instant now) {
        return text == null
                ? ""
                : Moments.parse(text, now)
                        .orElseThrow(() -> wrong(option + " must be " + Moments.FORMS + ", not " + text))
                        .toString();
    }

    /** Returns whether the limit ended the list before the events did. */
    private boolean list(Operations operations, String first, String last) {
        long left = all ? Long.MAX_VALUE : limit;
        String cursor = "";
        do {
            EventPage page = operations.call(
                    AuditOperations.LIST,
                    new AuditRequest(
                            kind == null ? "" : kind.word(), user == null ? "" : user, first, last, cursor, (int)
                                    Math.min(left, PAGE)));
            page.events().forEach(this::print);
            left -= page.events().size();
            cursor = page.next();
        } while (!cursor.isEmpty() && left > 0);
        return !cursor.isEmpty();
    }

    /** Columns have a fixed width, because the widest text is not known before the last page. */
    private void print(Event event) {
        println(
                json
                        ? OperateJson.tree(event).toString()
                        : ValueText.printable(ROW.formatted(
                                Moments.text(event.at()),
                                event.kind().word(),
                                event.system(),
                                event.action(),
                                event.user().orElse("–"),
                                event.subject(),
                                event.outcome())));
    }
}
