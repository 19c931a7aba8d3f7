package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.backup.format.TypeName;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.keys.KeyOperations.ListRequest;
import dev.yorozu.server.operate.keys.Listing;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.operate.transport.Operations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists keys by prefix; prints each page as it comes and keeps none. */
@Command(name = "scan", description = "List the keys that begin with a prefix, in no order.")
final class ScanCommand extends OperatorCommand {
    private static final int PAGE = 256;

    enum Format {
        TABLE,
        NAMES,
        JSON
    }

    @Parameters(paramLabel = "PREFIX", arity = "0..1", description = "What the names begin with (default: all)")
    private String prefix = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most keys to list; 0 lists all (default: ${DEFAULT-VALUE})")
    private long limit = 1000;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table, names, or json with one line for each key (default: table)")
    private Format format = Format.TABLE;

    @Option(names = "--json", description = "The same as --format json")
    private boolean json;

    @Option(names = "--reveal", description = "Show secret parts of names")
    private boolean reveal;

    @Override
    public Integer call() {
        long left = access().use(this::list);
        if (left == 0) {
            console().err().println("There may be more keys: --limit lists more of them");
        }
        return Status.DONE;
    }

    /** Returns how many more could have been listed; 0 when the limit ended the list. */
    private long list(Operations operations) {
        long left = limit == 0 ? Long.MAX_VALUE : limit;
        String cursor = "";
        do {
            Listing page = operations.call(
                    KeyOperations.LIST, new ListRequest(prefix, cursor, (int) Math.min(left, PAGE), reveal));
            for (Listing.Listed key : page.keys()) {
                if (left == 0) {
                    return 0;
                }
                print(key);
                left--;
            }
            cursor = page.next();
        } while (!cursor.isEmpty() && left > 0);
        return cursor.isEmpty() ? Math.max(left, 1) : left;
    }

    /** Columns have a fixed width, because the widest name is not known before the last page. */
    private void print(Listing.Listed key) {
        String name = ValueText.printable(key.name());
        println(
                switch (json ? Format.JSON : format) {
                    case TABLE -> "%-6s  %10s  %s".formatted(TypeName.of(key.type()), Amounts.life(key.life()), name);
                    case NAMES -> name;
                    case JSON -> OperateJson.tree(key).toString();
                });
    }
}
