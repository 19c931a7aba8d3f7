package dev.yorozu.store.redis;

import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Result;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the script for batches replies; {@link Replies} reads it. */
final class ScriptReply {
    private ScriptReply() {}

    static Reply of(Commit commit) {
        List<Reply> parts = new ArrayList<>();
        switch (commit) {
            case Commit.Applied applied -> {
                parts.add(Reply.ONE);
                applied.results().forEach(result -> parts.add(of(result)));
            }
            case Commit.Rejected rejected -> {
                parts.add(Reply.ZERO);
                parts.add(Reply.of(rejected.index()));
                parts.addAll(of(rejected.found()));
            }
        }
        return new Reply.Array(parts);
    }

    private static Reply of(Result result) {
        return switch (result) {
            case Result.Done done -> Reply.ONE;
            case Result.Flag flag -> Reply.of(flag.value());
            case Result.Number number -> Reply.of(number.value());
            case Result.Elements elements -> Reply.bulks(elements.elements());
            case Result.Value value -> value.value().map(Reply::of).orElse(Reply.NULL);
            case Result.Decision decision ->
                new Reply.Array(List.of(
                        Reply.of(decision.allowed()),
                        Reply.of(decision.remaining()),
                        Reply.of(micros(decision.retryAfter())),
                        Reply.of(micros(decision.resetAfter()))));
        };
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    private static List<Reply> of(Found found) {
        return switch (found) {
            case Found.Nothing nothing -> List.of(Reply.of("nothing"), Reply.NULL);
            case Found.Value value -> List.of(Reply.of("value"), Reply.of(value.value()));
            case Found.Membership membership -> List.of(Reply.of("member"), Reply.NULL);
            case Found.Score score -> List.of(Reply.of("score"), Reply.of(Arguments.score(score.score())));
            case Found.Size size -> List.of(Reply.of("size"), Reply.of(size.size()));
            case Found.Collection collection -> List.of(Reply.of(name(collection.type())), Reply.NULL);
        };
    }

    private static String name(ValueType type) {
        return switch (type) {
            case STRING -> "string";
            case SET -> "set";
            case RANK -> "zset";
            case LIST -> "list";
            case HASH -> "hash";
        };
    }
}
