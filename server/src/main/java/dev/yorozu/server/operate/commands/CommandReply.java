package dev.yorozu.server.operate.commands;

import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.util.Base64;
import java.util.List;

/**
 * What a command answered.
 *
 * @param text what it says, in base64 where it is binary; empty for nothing, for what is hidden, and for lists
 * @param items the elements of a list or a set; of a map names and values by turns
 */
public record CommandReply(Kind kind, String text, List<CommandReply> items) {
    private static final CommandReply NOTHING = of(Kind.NOTHING, "");
    static final CommandReply HIDDEN = of(Kind.HIDDEN, "");

    public CommandReply {
        items = List.copyOf(items);
    }

    /** What kind of reply it is. */
    public enum Kind {
        STATUS,
        ERROR,
        INTEGER,
        REAL,
        STRING,
        /** A string that is no text. */
        BINARY,
        NOTHING,
        /** A string that is not shown. */
        HIDDEN,
        LIST,
        SET,
        MAP
    }

    public static CommandReply error(String text) {
        return of(Kind.ERROR, text);
    }

    public static CommandReply status(String text) {
        return of(Kind.STATUS, text);
    }

    static CommandReply of(Reply reply) {
        return switch (reply) {
            case Reply.Simple simple -> status(simple.text());
            case Reply.Failure failure -> error(failure.text());
            case Reply.Int number -> of(Kind.INTEGER, Long.toString(number.value()));
            case Reply.Real real -> of(Kind.REAL, Numbers.text(real.value()));
            case Reply.Bulk bulk -> string(bulk.value());
            case Reply.Null none -> NOTHING;
            case Reply.NullArray none -> NOTHING;
            case Reply.Array array -> list(Kind.LIST, array.items());
            case Reply.Scored scored -> list(Kind.LIST, scored.items());
            case Reply.Members members -> list(Kind.SET, members.items());
            case Reply.Pairs pairs -> list(Kind.MAP, pairs.items());
        };
    }

    private static CommandReply string(Bytes value) {
        String text = value.text();
        return Bytes.of(text).equals(value)
                ? of(Kind.STRING, text)
                : of(Kind.BINARY, Base64.getEncoder().encodeToString(value.toArray()));
    }

    static CommandReply of(Kind kind, String text) {
        return new CommandReply(kind, text, List.of());
    }

    private static CommandReply list(Kind kind, List<Reply> items) {
        return new CommandReply(kind, "", items.stream().map(CommandReply::of).toList());
    }

    CommandReply with(List<CommandReply> others) {
        return new CommandReply(kind, text, others);
    }

    public boolean isError() {
        return kind == Kind.ERROR;
    }
}
