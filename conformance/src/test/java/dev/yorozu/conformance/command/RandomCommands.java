package dev.yorozu.conformance.command;

import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Commands by chance: right ones mostly, with options in any number, and some that lack a part or have one too many. */
final class RandomCommands {
    private static final int SPOILT = 25;

    private final RandomGenerator random;
    private final Arguments a;

    RandomCommands(RandomGenerator random) {
        this.random = random;
        this.a = new Arguments(random);
    }

    Arguments arguments() {
        return a;
    }

    /** The next call; one in some lacks a part, has another or one more. */
    List<Bytes> next() {
        List<Bytes> call = new ArrayList<>(whole());
        if (!a.oneIn(SPOILT) || call.getFirst().equals(Bytes.of("SRANDMEMBER"))) {
            return call;
        }
        switch (random.nextInt(3)) {
            case 0 -> call.removeLast();
            case 1 -> call.add(Bytes.of(a.of(List.of("m1", "b", "-5", "1.5", "line\r\nbreak", "x".repeat(200)))));
            default -> {
                int place = random.nextInt(call.size());
                List<String> words = List.of("NX", "LIMIT", "-1", "m1", "GET");
                // In the place of the name it is no command; one that is would take what follows for keys.
                call.set(place, Bytes.of(a.of(place == 0 ? words.subList(0, 4) : words)));
            }
        }
        return call.isEmpty() ? List.of(Bytes.of("PING")) : call;
    }

    private List<Bytes> whole() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> string();
            case 2 -> counter();
            case 3 -> key();
            case 4 -> life();
            case 5 -> list();
            case 6, 7 -> set();
            case 8, 9 -> rank();
            case 10 -> range();
            default -> hash();
        };
    }

    private static List<Bytes> call(Object... parts) {
        List<Bytes> call = new ArrayList<>();
        for (Object part : parts) {
            switch (part) {
                case Bytes bytes -> call.add(bytes);
                case List<?> several -> several.forEach(each -> call.add((Bytes) each));
                default -> call.add(Bytes.of(part.toString()));
            }
        }
        return call;
    }

    /** Some of these words, in either case. */
    private List<Bytes> some(String... words) {
        List<Bytes> chosen = new ArrayList<>();
        for (String word : words) {
            if (a.oneIn(3)) {
                chosen.add(Bytes.of(a.oneIn(2) ? word : word.toLowerCase(Locale.ROOT)));
            }
        }
        return chosen;
    }

    private List<Bytes> members(int most) {
        List<Bytes> members = new ArrayList<>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            members.add(a.member());
        }
        return members;
    }

    private List<Bytes> string() {
        String key = a.key("s");
        return switch (random.nextInt(14)) {
            case 0, 1 -> call("SET", key, a.value(), some("NX", "XX", "GET", "KEEPTTL"), end());
            case 2 -> call("SET", key, a.value());
            case 3 -> call("GET", key);
            case 4 -> call("SETEX", key, a.oneIn(4) ? a.of(List.of("0", "-1", "x")) : a.life(), a.value());
            case 5 -> call("PSETEX", key, a.oneIn(4) ? a.of(List.of("0", "-1", "x")) : a.life() * 1000, a.value());
            case 6 -> call("SETNX", key, a.value());
            case 7 -> call(a.of(List.of("GETDEL", "STRLEN")), key);
            case 8 -> call("GETSET", key, a.value());
            case 9 -> call("GETEX", key, a.oneIn(3) ? some("PERSIST") : end());
            case 10 -> call("MGET", key, a.anyKey(), a.key("s"));
            case 11 -> call(a.of(List.of("MSET", "MSETNX")), key, a.value(), a.key("s"), a.value());
            case 12 -> call("APPEND", key, a.oneIn(20) ? a.value() : Bytes.of("z"));
            default -> call("GETRANGE", key, a.integer(), a.integer());
        };
    }

    /** An end of a key's life, or none. Relative ones never meet, and absolute ones are the same ones again. */
    private List<Bytes> end() {
        return switch (random.nextInt(8)) {
            case 0 -> call("EX", a.life());
            case 1 -> call("px", a.life() * 1000);
            case 2 -> call("EXAT", absolute());
            case 3 -> call("PXAT", absolute() * 1000);
            case 4 -> call(a.of(List.of("EX", "PX", "EXAT")), a.of(List.of("0", "-1", "x", "")));
            default -> List.of();
        };
    }

    private long absolute() {
        return 4_000_000_000L + 1000 * random.nextInt(4);
    }

    private List<Bytes> counter() {
        String key = a.key("n");
        return switch (random.nextInt(5)) {
            case 0 -> call(a.of(List.of("INCR", "DECR")), key);
            case 1 -> call("INCRBY", key, a.integer());
            case 2 -> call("DECRBY", key, a.integer());
            case 3 -> call("SET", key, a.integer());
            default -> call("GET", key);
        };
    }

    private List<Bytes> key() {
        return switch (random.nextInt(7)) {
            case 0 -> call(a.of(List.of("DEL", "UNLINK")), a.anyKey(), a.anyKey());
            case 1 -> call(a.of(List.of("EXISTS", "TOUCH")), a.anyKey(), a.anyKey(), a.anyKey());
            case 2 -> call("TYPE", a.anyKey());
            case 3 -> call("RENAME", a.anyKey(), a.anyKey());
            case 4 ->
                call("KEYS", a.of(List.of("*", "s*", "[a-m]?", "[^s]*", "z[0-1]", "\\s?", "??", "*0", "nothing")));
            case 5 -> call(a.of(List.of("DBSIZE", "RANDOMKEY", "PING", "NOSUCH")));
            default -> call(a.of(List.of("SELECT", "ECHO", "NoSuch", "PING")), a.of(List.of("0", "1", "-1", "x", "")));
        };
    }

    private List<Bytes> life() {
        String key = a.anyKey();
        List<Bytes> conditions = a.oneIn(2) ? List.of() : some("NX", "XX", "GT", "LT");
        return switch (random.nextInt(8)) {
            case 0 -> call(a.of(List.of("TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "PERSIST")), key);
            case 1 -> call("EXPIRE", key, a.life(), conditions);
            case 2 -> call("PEXPIRE", key, a.life() * 1000, conditions);
            case 3 -> call("EXPIREAT", key, absolute(), conditions);
            case 4 -> call("PEXPIREAT", key, absolute() * 1000, conditions);
            case 5 ->
                call(
                        a.of(List.of("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT")),
                        key,
                        a.of(List.of("0", "-1", "x", "", "-9223372036854775808")),
                        conditions);
            case 6 -> call(a.of(List.of("EXPIRE", "PEXPIRE", "EXPIREAT")), key, Long.MAX_VALUE, conditions);
            default -> call("PTTL", key);
        };
    }

    private List<Bytes> list() {
        String key = a.key("l");
        return switch (random.nextInt(11)) {
            case 0 -> call("LPUSH", key, members(4));
            case 1 -> call("RPUSH", key, members(4));
            case 2 -> call(a.of(List.of("LPUSHX", "RPUSHX")), key, members(2));
            case 3 -> call(a.of(List.of("LPOP", "RPOP")), key);
            case 4 -> call(a.of(List.of("LPOP", "RPOP")), key, a.oneIn(2) ? a.integer() : a.count());
            case 5 -> call("LRANGE", key, a.integer(), a.integer());
            case 6 -> call("LTRIM", key, a.count(), a.count());
            case 7 -> call("LLEN", key);
            case 8 -> call("LINDEX", key, a.integer());
            case 9 -> call("LSET", key, a.integer(), a.member());
            default -> call("LREM", key, a.integer(), a.member());
        };
    }

    private List<Bytes> set() {
        String key = a.key("t");
        return switch (random.nextInt(9)) {
            case 0, 1 -> call("SADD", key, members(5));
            case 2 -> call("SREM", key, members(3));
            case 3 -> call("SMEMBERS", key);
            case 4 -> call("SISMEMBER", key, a.member());
            case 5 -> call("SMISMEMBER", key, members(4));
            case 6 -> call("SCARD", key);
            case 7 -> a.oneIn(2) ? call("SPOP", key) : call("SPOP", key, a.count());
            default -> a.oneIn(2) ? call("SRANDMEMBER", key) : call("SRANDMEMBER", key, a.count());
        };
    }

    private List<Bytes> rank() {
        String key = a.key("z");
        return switch (random.nextInt(10)) {
            case 0, 1 -> call("ZADD", key, some("CH"), a.score(), a.member(), a.score(), a.member());
            case 2 -> call("ZADD", key, some("NX", "XX", "GT", "LT", "CH", "INCR"), a.score(), a.member());
            case 3 -> call("ZADD", key, "1", a.member(), "1", a.member(), "1", a.member());
            case 4 -> call("ZREM", key, members(3));
            case 5 -> call("ZSCORE", key, a.member());
            case 6 -> call("ZMSCORE", key, members(3));
            case 7 -> call(a.of(List.of("ZRANK", "ZREVRANK")), key, a.member());
            case 8 -> call("ZINCRBY", key, a.score(), a.member());
            default -> call("ZCARD", key);
        };
    }

    private List<Bytes> range() {
        String key = a.key("z");
        List<Bytes> limit = a.oneIn(3) ? call("LIMIT", a.integer(), a.integer()) : List.of();
        return switch (random.nextInt(9)) {
            case 0 -> call("ZRANGE", key, a.integer(), a.integer(), some("WITHSCORES", "REV"), limit);
            case 1 -> call("ZRANGE", key, a.border(), a.border(), "BYSCORE", some("REV", "WITHSCORES"), limit);
            case 2 -> call("ZREVRANGE", key, a.integer(), a.integer(), some("WITHSCORES"));
            case 3 -> call("ZRANGEBYSCORE", key, a.border(), a.border(), some("WITHSCORES"), limit);
            case 4 -> call("ZREVRANGEBYSCORE", key, a.border(), a.border(), limit, some("WITHSCORES"));
            case 5 -> call("ZCOUNT", key, a.border(), a.border());
            case 6 ->
                a.oneIn(2)
                        ? call("ZREMRANGEBYRANK", key, a.count(), a.count())
                        : call("ZREMRANGEBYSCORE", key, a.border(), a.border());
            case 7 ->
                a.oneIn(2)
                        ? call(a.of(List.of("ZPOPMIN", "ZPOPMAX")), key)
                        : call(a.of(List.of("ZPOPMIN", "ZPOPMAX")), key, a.count());
            // Members that all have one score, as ranges by their bytes ask for.
            default ->
                a.oneIn(2)
                        ? call("ZADD", "lex", "7", Bytes.of("m" + a.below(8)))
                        : call(
                                "ZRANGE",
                                "lex",
                                a.lexBorder(),
                                a.lexBorder(),
                                "BYLEX",
                                some("REV", "WITHSCORES"),
                                limit);
        };
    }

    private List<Bytes> hash() {
        String key = a.key("h");
        return switch (random.nextInt(10)) {
            case 0 -> call("HSET", key, a.member(), a.value(), a.member(), a.value());
            case 1 -> call("HMSET", key, a.member(), a.value());
            case 2 -> call("HSETNX", key, a.member(), a.value());
            case 3 -> call("HGET", key, a.member());
            case 4 -> call("HMGET", key, members(4));
            case 5 -> call("HDEL", key, members(3));
            case 6 -> call("HEXISTS", key, a.member());
            case 7 -> call(a.of(List.of("HGETALL", "HKEYS", "HVALS", "HLEN")), key);
            case 8 -> call("HSET", key, "m" + a.below(3), a.integer());
            default -> call("HINCRBY", key, "m" + a.below(3), a.integer());
        };
    }
}
