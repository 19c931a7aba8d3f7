package dev.yorozu.server.doors;

import dev.yorozu.command.Observer;
import dev.yorozu.command.Violation;
import dev.yorozu.command.call.Command;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.store.Key;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** Counts and writes down what a visitor does. */
record VisitorObserver(Visitor visitor, LongAdder commands, SchemaLog schema, DoorAudit audit, Changes changes)
        implements Observer {
    private static final String OK = "ok";

    @Override
    public void called(Command command) {
        commands.increment();
    }

    @Override
    public void done(Command command, List<Key> keys) {
        changes.done(command, keys);
        if (command.is(Command.Flag.DANGEROUS)) {
            audit.note(visitor, "dangerous", word(command), "", OK);
        } else if (command.is(Command.Flag.WRITE) && command.is(Command.Flag.KEYSPACE)) {
            audit.note(visitor, "delete", word(command), "", OK); // A script, of all keys with names of a pattern.
        }
    }

    @Override
    public void deleted(Command command, List<Key> keys) {
        keys.forEach(key -> audit.note(visitor, "delete", word(command), key.name(), OK));
    }

    @Override
    public void refused(Command command, List<Key> keys) {
        String key = keys.isEmpty() ? "" : keys.getFirst().name();
        audit.note(visitor, "refuse", word(command), key, "no right");
    }

    @Override
    public void undeclared(Key key) {
        schema.undeclared(key.name());
    }

    @Override
    public void violated(Violation violation, boolean undone) {
        schema.violated(violation, undone);
        if (undone) {
            String reason = "schema: " + violation.flaw().name().toLowerCase(Locale.ROOT);
            audit.note(visitor, "refuse", "", violation.key().name(), reason);
        }
    }

    /** As clients write it; of a script, which stands behind its digest, only that it is one. */
    private static String word(Command command) {
        String name = command.is(Command.Flag.COUNTED) ? command.name().split("\\|", 2)[0] : command.name();
        return name.toUpperCase(Locale.ROOT).replace('|', ' ');
    }
}
