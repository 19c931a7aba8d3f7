package dev.yorozu.server.cli.backup;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.recovery.Recovery;
import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.command.StoreOptions;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ProgressLine;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.Repair;
import java.nio.file.Path;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what is damaged of an embedded store, and gives it up once that is confirmed. */
@Command(
        name = "repair",
        description = {
            "Say what is damaged of the embedded store, whose server must be stopped.",
            "Changes nothing without --accept-loss. With it what cannot be read is given up, the damaged files are kept"
                    + " aside, and everybody must sign in again: sessions, tokens, begun sign-ins and share links end,"
                    + " because some of them may have been ended by what is lost.",
            "Status 1 when something is damaged and was left so."
        })
public final class RepairCommand extends ConsoleCommand {
    @Option(names = "--accept-loss", description = "Give up what cannot be read, and make the store usable again")
    private boolean acceptLoss;

    @Option(names = "--yes", description = "Do not ask")
    private boolean yes;

    @Option(names = "--json", description = "Print JSON, for programs")
    private boolean json;

    @Mixin
    private final StoreOptions options = new StoreOptions();

    @Override
    public Integer call() {
        Settings settings = options.settings();
        Path directory = switch (StoreUrl.parse(settings.value(StoreSettings.URL))) {
            case StoreUrl.Rocks rocks -> rocks.directory();
            case StoreUrl.Memory memory -> throw notHere();
            case StoreUrl.Redis redis -> throw notHere();
        };
        InstantSource clock = InstantSource.system();
        try (Repair repair = Repair.of(directory, clock)) {
            Repair.Findings findings = repair.look();
            if (findings.isSound()) {
                return print(
                        json,
                        OperateJson.object().put("sound", true),
                        "The store in " + directory + " is sound, and nothing was changed.");
            }
            if (!json) {
                new DamageText(console().out(), Keyspace.schema()).print(findings);
            }
            return accepted() ? accept(repair, findings, settings, clock) : Status.REFUSED;
        }
    }

    private static StartException notHere() {
        return new StartException(
                "Only an embedded store is repaired here: another kind of store has means of its own.");
    }

    private boolean accepted() {
        if (!acceptLoss) {
            print(
                    json,
                    OperateJson.object().put("sound", false).put("repaired", false),
                    "Nothing was changed: restore a backup, or give this up with --accept-loss.");
            return false;
        }
        if (!yes && !console().confirms("Give this up, and end all sessions, tokens and share links?")) {
            throw new Refused("Nothing was changed: confirm the loss with --yes");
        }
        return true;
    }

    private int accept(Repair repair, Repair.Findings findings, Settings settings, InstantSource clock) {
        Path aside = repair.accept(findings);
        long ended;
        try (Store store = repair.open(StoreSettings.limits(settings));
                ProgressLine progress = new ProgressLine(console(), "Ending", -1)) {
            ended = new Recovery(store, Keyspace.schema(), clock).endAll(progress::keys);
        }
        repair.complete();
        return print(
                json,
                OperateJson.object()
                        .put("sound", false)
                        .put("repaired", true)
                        .put("ended", ended)
                        .put("aside", aside.toString()),
                "The store can be used again. Ended: " + Amounts.keys(ended)
                        + " of sessions, tokens, begun sign-ins, links and caches; share links made before now are dead."
                        + System.lineSeparator() + "The damaged files are in " + aside + ".");
    }
}
