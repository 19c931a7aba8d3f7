package dev.yorozu.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.CommandTable;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table says of each command what Redis documents. */
final class CommandTableTest {
    /** What clients go by; the others are about the inside of Redis. */
    private static final Set<String> FLAGS = Set.of("readonly", "write", "denyoom", "fast");

    private static final String OF_A_LATER_REDIS = "client|setinfo";

    @Test
    void everyCommandIsDescribedAsRedisDescribesIt() {
        List<String> ours = new ArrayList<>();
        List<String> theirs = new ArrayList<>();
        try (RespConnection redis = new RespConnection(RedisProcess.shared().port())) {
            for (Command command : CommandTable.standard().all()) {
                if (command.name().equals(OF_A_LATER_REDIS)) {
                    continue;
                }
                ours.add(described(command));
                theirs.add(described((Reply.Array) redis.execute("COMMAND", "INFO", command.name())));
            }
        }
        assertThat(ours).isEqualTo(theirs).hasSizeGreaterThan(110);
    }

    private static String described(Command command) {
        Set<String> flags = new TreeSet<>();
        command.flags().forEach(flag -> flags.add(flag.word()));
        flags.remove("");
        return line(command.name(), command.arity(), command.firstKey(), command.lastKey(), command.step(), flags);
    }

    private static String described(Reply.Array reply) {
        List<Reply> parts = Likeness.items(reply.items().getFirst());
        Set<String> flags = new TreeSet<>();
        Likeness.items(parts.get(2)).forEach(flag -> flags.add(((Reply.Simple) flag).text()));
        flags.retainAll(FLAGS);
        return line(
                ((Reply.Bulk) parts.get(0)).value().text(),
                number(parts.get(1)),
                number(parts.get(3)),
                number(parts.get(4)),
                number(parts.get(5)),
                flags);
    }

    private static long number(Reply reply) {
        return ((Reply.Int) reply).value();
    }

    private static String line(String name, long arity, long first, long last, long step, Set<String> flags) {
        return name + " " + arity + " " + first + " " + last + " " + step + " " + flags;
    }
}
