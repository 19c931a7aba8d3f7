package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.config.Units;
import dev.yorozu.server.operate.keys.KeyChange;
import dev.yorozu.server.operate.keys.KeyEdit;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes one key by hand. What the keyspace advises against is done only with --force; each change is written down. */
abstract sealed class ChangeCommand extends AnsweringCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the key")
    private String name = "";

    @Option(
            names = "--force",
            description = "Also a key that only Yorozu writes, or a life that its kind does not have")
    private boolean force;

    /** The change, of this key. */
    abstract KeyEdit edit(String key, boolean insisted);

    @Override
    public Integer call() {
        KeyNames.requireValid(List.of(name), spec());
        KeyChange change = call(KeyOperations.CHANGE, edit(name, force));
        if (!change.changed()) {
            throw new Refused(change.refused().orElse("There is no such key"));
        }
        return print(change, "Changed 1 key.");
    }

    Duration life(String text) {
        return Units.parseDuration(text)
                .filter(life -> life.compareTo(Expiry.SHORTEST) >= 0 && life.compareTo(Expiry.LONGEST) <= 0)
                .orElseThrow(() -> wrong("A life is written such as 500ms, 1m30s, 12h or 30d, not " + text));
    }

    /** Sets a string. */
    @Command(
            name = "set",
            description = {
                "Set a key to a string, which keeps its life, or gets the one that its kind of key has.",
                "Without VALUE it is read from the standard input, where nobody else sees it."
            })
    static final class Set extends ChangeCommand {
        private static final int MOST_BYTES = (64 << 20) + 1;

        @Parameters(index = "1", paramLabel = "VALUE", arity = "0..1", description = "The string")
        private @Nullable String value;

        @Option(names = "--ttl", paramLabel = "LIFE", description = "How long it lives, such as 30s or 12h")
        private @Nullable String life;

        @Override
        KeyEdit edit(String key, boolean insisted) {
            Bytes bytes = value == null ? Bytes.of(console().readBytes(MOST_BYTES)) : Bytes.of(value);
            return new KeyEdit.Set(key, bytes, Optional.ofNullable(life).map(this::life), insisted);
        }
    }

    /** Gives a key another end. */
    @Command(name = "expire", description = "Let a key end so long from now.")
    static final class Expire extends ChangeCommand {
        @Parameters(index = "1", paramLabel = "LIFE", description = "How long it still lives, such as 30s or 12h")
        private String life = "";

        @Override
        KeyEdit edit(String key, boolean insisted) {
            return new KeyEdit.Expire(key, life(life), insisted);
        }
    }

    /** Takes the end from a key. */
    @Command(name = "persist", description = "Let a key never end by itself.")
    static final class Persist extends ChangeCommand {
        @Override
        KeyEdit edit(String key, boolean insisted) {
            return new KeyEdit.Persist(key, insisted);
        }
    }
}
