package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How Redis is asked, and how its reply is read. */
final class Question {
    private static final Bytes WITH_SCORES = Bytes.of("WITHSCORES");
    private static final Bytes USAGE = Bytes.of("USAGE");

    private Question() {}

    static Command command(Read<?> read, Function<Key, Bytes> name) {
        Bytes key = name.apply(read.key());
        return switch (read) {
            case Read.Get get -> Command.on(key, CommandType.GET);
            case Read.Formed<?> formed -> Command.on(key, CommandType.GET);
            case Read.Members members -> Command.on(key, CommandType.SMEMBERS);
            case Read.IsMember is -> Command.on(key, CommandType.SISMEMBER, is.member());
            case Read.Ranks ranks ->
                Command.on(
                        key,
                        ranks.order() == Order.RISING ? CommandType.ZRANGE : CommandType.ZREVRANGE,
                        Bytes.of(ranks.start()),
                        Bytes.of(ranks.stop()),
                        WITH_SCORES);
            case Read.RankOf of ->
                Command.on(key, of.order() == Order.RISING ? CommandType.ZRANK : CommandType.ZREVRANK, of.member());
            case Read.ScoreOf of -> Command.on(key, CommandType.ZSCORE, of.member());
            case Read.Slice slice ->
                Command.on(key, CommandType.LRANGE, Bytes.of(slice.start()), Bytes.of(slice.stop()));
            case Read.Field field -> Command.on(key, CommandType.HGET, field.field());
            case Read.Fields fields -> Command.on(key, CommandType.HGETALL);
            case Read.Size size -> Script.call(countingBatch(size.key()), name);
            case Read.Type type -> Command.on(key, CommandType.TYPE);
            case Read.Remaining remaining -> Command.on(key, CommandType.PTTL);
            case Read.Footprint footprint -> new Command(CommandType.MEMORY, 1, List.of(USAGE, key));
        };
    }

    /** The answer's type follows from the question's, which the compiler cannot see through the switch. */
    @SuppressWarnings("unchecked")
    static <R> R answer(Read<R> read, @Nullable Object reply) {
        Object answer = switch (read) {
            case Read.Get get -> Replies.value(reply);
            case Read.Formed<?> formed -> formed.of(Replies.value(reply));
            case Read.Members members -> members(Replies.list(reply));
            case Read.IsMember is -> Replies.number(reply) == 1;
            case Read.Ranks ranks -> ranked(Replies.list(reply));
            case Read.RankOf of -> reply == null ? OptionalLong.empty() : OptionalLong.of(Replies.number(reply));
            case Read.ScoreOf of -> score(reply);
            case Read.Slice slice -> Replies.elements(reply);
            case Read.Field field -> Replies.value(reply);
            case Read.Fields fields -> fields(Replies.list(reply));
            case Read.Size size -> counted(Replies.commit(countingBatch(size.key()), reply));
            case Read.Type type -> Replies.type(Replies.bytes(reply).text());
            case Read.Remaining remaining -> life(Replies.number(reply));
            case Read.Footprint footprint -> reply == null ? 0L : Replies.number(reply);
        };
        return (R) answer;
    }

    /**
     * No command counts the elements of a key whose type is not known; a guard does. This one never holds, and what it
     * finds is the size.
     */
    private static Batch countingBatch(Key key) {
        return Batch.builder().require(Guard.sizeBelow(key, 0)).build();
    }

    private static long counted(Commit commit) {
        if (commit instanceof Commit.Rejected rejected && rejected.found() instanceof Found.Size size) {
            return size.size();
        }
        throw Replies.unreadable(commit);
    }

    private static Set<Bytes> members(List<@Nullable Object> reply) {
        Set<Bytes> members = HashSet.newHashSet(reply.size());
        for (Object member : reply) {
            members.add(Replies.bytes(member));
        }
        return members;
    }

    private static List<Ranked> ranked(List<@Nullable Object> reply) {
        List<Ranked> ranked = new ArrayList<>(reply.size() / 2);
        for (int i = 0; i < reply.size(); i += 2) {
            ranked.add(new Ranked(Replies.bytes(reply.get(i)), Arguments.score(Replies.bytes(reply.get(i + 1)))));
        }
        return ranked;
    }

    private static Map<Bytes, Bytes> fields(List<@Nullable Object> reply) {
        Map<Bytes, Bytes> fields = HashMap.newHashMap(reply.size() / 2);
        for (int i = 0; i < reply.size(); i += 2) {
            fields.put(Replies.bytes(reply.get(i)), Replies.bytes(reply.get(i + 1)));
        }
        return fields;
    }

    private static OptionalDouble score(@Nullable Object reply) {
        return reply == null ? OptionalDouble.empty() : OptionalDouble.of(Arguments.score(Replies.bytes(reply)));
    }

    private static Optional<Life> life(long millis) {
        if (millis == -2) {
            return Optional.empty();
        }
        return Optional.of(millis < 0 ? new Life.Endless() : new Life.Ends(Duration.ofMillis(millis)));
    }
}
