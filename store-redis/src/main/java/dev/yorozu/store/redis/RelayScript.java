package dev.yorozu.store.redis;

import dev.yorozu.command.CommandTable;
import dev.yorozu.command.KeyCopies;
import dev.yorozu.command.Shapes;
import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.script.ScriptCommands;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The script that does commands of another server's clients, as a command: what its text does near the data of a Redis, with
 * the same arguments and the same reply, a store does that runs programs. A call within it may name those keys alone that the
 * script names, which were held against the rights of the caller, and only what looks at them or changes them.
 */
final class RelayScript {
    /** Many calls are one, each of which is bounded by itself. */
    private static final int PARTS = 64;

    private static final CommandTable TABLE = CommandTable.standard();
    private static final Set<Command.Flag> BEYOND_KEYS =
            EnumSet.of(Command.Flag.SERVER, Command.Flag.KEYSPACE, Command.Flag.DANGEROUS, Command.Flag.COUNTED);
    private static final Bytes DIGEST = Bytes.of("digest");
    /** Beyond this the script's own numbers would be rounded, so that they are told as texts. */
    private static final long EXACT = 1L << 53;

    private final Call call;
    private final RelayArguments arguments;

    private RelayScript(Call call, RelayArguments arguments) {
        this.call = call;
        this.arguments = arguments;
    }

    static Command command() {
        return ScriptCommands.known(Script.RELAY, PARTS, RelayScript::run, Command.Flag.READONLY, Command.Flag.LOCAL)
                .deleting(RelayScript::deleted);
    }

    private static Reply run(Call call) {
        List<Bytes> given = StoreScripts.arguments(call.parts(), call.keys());
        return given.equals(List.of(DIGEST))
                ? Reply.bulks(call.keys().stream()
                        .map(key -> ValueDigest.of(call.state(), key))
                        .toList())
                : new RelayScript(call, RelayArguments.of(given, call.keys())).run();
    }

    private Reply run() {
        // All is looked at before anything is done.
        List<Call> calls = arguments.calls().stream().map(this::within).toList();
        for (int i = 0; i < arguments.watched().size(); i++) {
            if (!arguments.watched().get(i).equals(ValueDigest.of(call.state(), call.key(i)))) {
                return Reply.of("changed");
            }
        }
        Optional<KeyCopies> before =
                undoes() ? Optional.of(KeyCopies.of(call.state(), writtenKeys())) : Optional.empty();
        List<Reply> replies = new ArrayList<>();
        List<Reply> flaws = new ArrayList<>();
        List<Boolean> failed = new ArrayList<>();
        for (Call each : calls) {
            Reply reply = each.answer();
            failed.add(reply instanceof Reply.Failure);
            tell(reply.plain(), replies);
        }
        for (RelayArguments.Shaped shaped : arguments.shapes()) {
            if (!failed.get(shaped.call())) {
                Shapes.flaw(call.state()::read, shaped.shape(), shaped.key()).ifPresent(flaw -> {
                    flaws.add(Reply.of(flaw.name()));
                    flaws.add(Reply.of(Integer.toString(shaped.number())));
                });
            }
        }
        if (!flaws.isEmpty() && before.isPresent()) {
            before.get().restore(call.state());
            replies = new ArrayList<>(List.of(Reply.of("undone"), Reply.of("")));
        }
        replies.addAll(flaws);
        return new Reply.Array(replies);
    }

    private List<Key> writtenKeys() {
        return call.keys().subList(arguments.watched().size(), call.keys().size());
    }

    private boolean undoes() {
        return switch (arguments.undoing()) {
            case "notes" -> false;
            case "undoes" -> true;
            case "kept" -> !arguments.shapes().stream().allMatch(this::isSound);
            default -> throw StoreScripts.malformed();
        };
    }

    /** Whether a key is there, and as it must be. */
    private boolean isSound(RelayArguments.Shaped shaped) {
        return call.read(new Read.Type(shaped.key())).isPresent()
                && Shapes.flaw(call.state()::read, shaped.shape(), shaped.key()).isEmpty();
    }

    private Call within(RelayArguments.Inner inner) {
        return new Call(inner.command(), inner.parts(), inner.keys(), call.state(), call.allKeys(), call.random());
    }

    private static void tell(Reply plain, List<Reply> to) {
        switch (plain) {
            case Reply.Simple simple -> to.addAll(List.of(Reply.of("s"), Reply.of(simple.text())));
            case Reply.Failure failure -> to.addAll(List.of(Reply.of("e"), Reply.of(failure.text())));
            case Reply.Int number
            when number.value() >= EXACT || number.value() <= -EXACT ->
                to.addAll(List.of(Reply.of("i"), Reply.of(Long.toString(number.value()))));
            default -> to.addAll(List.of(Reply.of("v"), plain));
        }
    }

    private static List<Key> deleted(List<Bytes> parts, List<Key> keys, Reply reply) {
        List<Bytes> given = StoreScripts.arguments(parts, keys);
        boolean done = reply instanceof Reply.Array told
                && !told.items().isEmpty()
                && !told.items().getFirst().equals(Reply.of("undone"));
        return done && !given.equals(List.of(DIGEST))
                ? RelayArguments.of(given, keys).calls().stream()
                        .flatMap(inner -> inner.command().deletions().of(inner.parts(), inner.keys(), reply).stream())
                        .toList()
                : List.of();
    }

    /** The command of a call within the script; refused where it does more than look at keys that it names, or change them. */
    static Command command(List<Bytes> parts) {
        Command command = TABLE.find(parts);
        if (command.flags().stream().anyMatch(BEYOND_KEYS::contains)) {
            throw new Refused("ERR " + command.name() + " is not possible within this script");
        }
        return command;
    }
}
