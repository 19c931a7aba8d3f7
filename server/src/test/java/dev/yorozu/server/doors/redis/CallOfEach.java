package dev.yorozu.server.doors.redis;

import dev.yorozu.command.CommandTable;
import dev.yorozu.command.call.Command;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A call of each command that there is. Names of keys are left open. */
final class CallOfEach {
    /** Stands for the name of a key. */
    static final String KEY = "KEY";

    /** One line for each family; a command may be called in several ways. */
    private static final List<String> CALLS = List.of(
            "append KEY v, get KEY, getdel KEY, getex KEY EX 100, getrange KEY 0 -1, getset KEY v, mget KEY KEY, strlen KEY",
            "mset KEY v KEY v, msetnx KEY v KEY v, set KEY v, set KEY v GET, set KEY v XX, setnx KEY v",
            "setex KEY 100 v, psetex KEY 100000 v, incr KEY, incrby KEY 2, decr KEY, decrby KEY 2",
            "del KEY KEY, unlink KEY KEY, exists KEY KEY, touch KEY KEY, type KEY, rename KEY KEY",
            "memory|usage KEY, persist KEY, ttl KEY, pttl KEY, expiretime KEY, pexpiretime KEY",
            "expire KEY 100, pexpire KEY 100000, expireat KEY 4000000000, pexpireat KEY 4000000000000",
            "sadd KEY a, srem KEY a, smembers KEY, sismember KEY a, smismember KEY a b, scard KEY, spop KEY",
            "srandmember KEY, sscan KEY 0, zadd KEY 1 a, zrem KEY a, zscore KEY a, zmscore KEY a, zcard KEY",
            "zcount KEY 0 1, zincrby KEY 1 a, zrank KEY a, zrevrank KEY a, zrange KEY 0 -1, zrevrange KEY 0 -1",
            "zrangebyscore KEY 0 1, zrevrangebyscore KEY 1 0, zremrangebyrank KEY 0 0, zremrangebyscore KEY 0 1",
            "zpopmin KEY, zpopmax KEY, zscan KEY 0, lpush KEY a, rpush KEY a, lpushx KEY a, rpushx KEY a, lpop KEY",
            "rpop KEY, lrange KEY 0 -1, ltrim KEY 0 0, llen KEY, lindex KEY 0, lset KEY 0 a, lrem KEY 0 a",
            "hset KEY f v, hsetnx KEY f v, hmset KEY f v, hget KEY f, hmget KEY f, hgetall KEY, hdel KEY f",
            "hexists KEY f, hlen KEY, hkeys KEY, hvals KEY, hincrby KEY f 1, hscan KEY 0",
            "scan 0, scan 0 COUNT 1, scan 0 COUNT 2 MATCH other:*, scan 0 TYPE list, keys *, randomkey, dbsize",
            "ping, echo v, select 0, info, info memory keyspace everything, config|get *, command|count",
            "command, command|info get, command|docs get, multi, exec, discard, unwatch, watch KEY KEY",
            "client|id, client|list, client|getname, client|setname x, client|setinfo lib-name x, reset, quit, hello, auth x",
            "time, flushdb, flushall");

    private CallOfEach() {}

    /** The calls by the names of their commands, the subcommands' among them. */
    static Map<String, List<List<String>>> all() {
        Map<String, List<List<String>>> all = new TreeMap<>();
        for (String line : CALLS) {
            for (String call : line.split(", ", -1)) {
                String name = call.split(" ", 2)[0];
                all.computeIfAbsent(name, none -> new ArrayList<>())
                        .add(Arrays.asList(call.replace('|', ' ').split(" ", -1)));
            }
        }
        return all;
    }

    static List<String> ofTheTable() {
        return CommandTable.standard().all().stream().map(Command::name).toList();
    }
}
