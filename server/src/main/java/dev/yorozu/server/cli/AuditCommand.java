package dev.yorozu.server.cli;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.server.admin.AuditJson;
import dev.yorozu.server.admin.Operations;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists what happened; prints each page as it comes and keeps none. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "List what happened to share links, sessions and tokens, newest first.")
final class AuditCommand implements Callable<Integer> {
    private static final int PAGE = 200;
    private static final String ROW = "%-20s  %-7s  %-8s  %-17s  %-20s  %-16s  %s";

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

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

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most events to list (default: ${DEFAULT-VALUE})",
            defaultValue = "100")
    private long limit;

    @Option(names = "--all", description = "List all events, however many: with --json this is an export")
    private boolean all;

    @Option(names = "--json", description = "Print one line of JSON for each event")
    private boolean json;

    @Mixin
    private final Access access = new Access();

    AuditCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 1");
        }
        Query query = query(InstantSource.system().instant());
        if (!json) {
            console.out()
                    .println(console.bold(
                            ROW.formatted("TIME", "KIND", "SYSTEM", "ACTION", "USER", "SUBJECT", "OUTCOME")));
        }
        boolean more = access.use(operations -> list(operations, query));
        console.out().flush();
        if (more) {
            console.err().println("There are more events: --limit lists more of them, --all lists all");
        }
        return Yorozu.DONE;
    }

    private Query query(Instant now) {
        Query query = kind == null ? Query.ALL : Query.ALL.of(kind);
        if (user != null) {
            query = query.by(user);
        }
        if (since != null) {
            query = query.since(moment("--since", since, now));
        }
        return until == null ? query : query.until(moment("--until", until, now));
    }

    private Instant moment(String option, String text, Instant now) {
        return Moments.parse(text, now)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), option + " must be " + Moments.FORMS + ", not " + text));
    }

    /** Returns whether the limit ended the list before the events did. */
    private boolean list(Operations operations, Query query) {
        long left = all ? Long.MAX_VALUE : limit;
        String cursor = "";
        do {
            EventPage page = operations.audit(query, cursor, (int) Math.min(left, PAGE));
            page.events().forEach(this::print);
            left -= page.events().size();
            cursor = page.next();
        } while (!cursor.isEmpty() && left > 0);
        return !cursor.isEmpty();
    }

    /** Columns have a fixed width, because the widest text is not known before the last page. */
    private void print(Event event) {
        console.out()
                .println(
                        json
                                ? AuditJson.json(event).toString()
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
