// Every command of the table that @upstash/redis has, in each way that it can send them. Prints the names of those that were
// called, and ends with a stack trace where an answer is another than Redis gives.

import assert from "node:assert/strict";
import { Redis } from "@upstash/redis";

const { URL: url, TOKEN: token, COMMANDS: table } = process.env;
const called = new Set();

/** The same client, which notes what it is asked for. */
function noting(redis) {
  return new Proxy(redis, {
    get(target, name) {
      called.add(name);
      const member = target[name];
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const sorted = (list) => [...list].sort();

async function strings(redis, at) {
  assert.equal(await redis.set(at("s"), "hello"), "OK");
  assert.equal(await redis.get(at("s")), "hello");
  assert.equal(await redis.set(at("s"), "x", { nx: true }), null);
  assert.equal(await redis.set(at("s"), "y", { xx: true, get: true, ex: 60 }), "hello");
  assert.equal(await redis.append(at("s"), "é€😀"), 10);
  assert.equal(await redis.get(at("s")), "yé€😀");
  assert.equal(await redis.strlen(at("s")), 10);
  assert.equal(await redis.getrange(at("s"), 0, 2), "yé");
  assert.equal(await redis.getset(at("s"), JSON.stringify({ a: [1, null] })), "yé€😀");
  assert.deepEqual(await redis.get(at("s")), { a: [1, null] });
  assert.deepEqual(await redis.getdel(at("s")), { a: [1, null] });
  assert.equal(await redis.get(at("s")), null);
  assert.equal(await redis.mset({ [at("a")]: "OK", [at("b")]: 2 }), "OK");
  assert.deepEqual(await redis.mget(at("a"), at("b"), at("none")), ["OK", 2, null]);
  assert.equal(await redis.msetnx({ [at("a")]: 1, [at("c")]: 1 }), 0);
  assert.equal(await redis.setnx(at("a"), 1), 0);
  assert.equal(await redis.setex(at("a"), 60, "x"), "OK");
  assert.equal(await redis.psetex(at("a"), 60_000, "x"), "OK");
  assert.equal(await redis.getex(at("a"), { persist: true }), "x");
  assert.equal(await redis.ttl(at("a")), -1);
  assert.equal(await redis.incr(at("n")), 1);
  assert.equal(await redis.incrby(at("n"), 9), 10);
  assert.equal(await redis.decr(at("n")), 9);
  assert.equal(await redis.decrby(at("n"), 8), 1);
}

async function keys(redis, at) {
  await redis.set(at("k"), 1);
  assert.equal(await redis.exists(at("k"), at("none")), 1);
  assert.equal(await redis.type(at("k")), "string");
  assert.equal(await redis.type(at("none")), "none");
  assert.equal(await redis.touch(at("k")), 1);
  assert.equal(await redis.expire(at("k"), 100), 1);
  assert.equal(await redis.ttl(at("k")), 100);
  assert.equal(await redis.pexpire(at("k"), 100_000), 1);
  assert.ok((await redis.pttl(at("k"))) > 90_000);
  assert.equal(await redis.persist(at("k")), 1);
  assert.equal(await redis.expireat(at("k"), Math.ceil(Date.now() / 1000) + 100), 1);
  assert.equal(await redis.pexpireat(at("k"), Date.now() + 100_000), 1);
  assert.equal(await redis.rename(at("k"), at("k2")), "OK");
  assert.equal(await redis.del(at("k"), at("k2")), 1);
  await redis.set(at("k2"), 1);
  assert.equal(await redis.unlink(at("k2")), 1);
  assert.equal(await redis.ping(), "PONG");
  assert.equal(await redis.echo("héllo"), "héllo");
  assert.equal((await redis.time()).length, 2);
}

async function collections(redis, at) {
  assert.equal(await redis.sadd(at("set"), "a", "b", "c"), 3);
  assert.equal(await redis.scard(at("set")), 3);
  assert.deepEqual(sorted(await redis.smembers(at("set"))), ["a", "b", "c"]);
  assert.equal(await redis.sismember(at("set"), "a"), 1);
  assert.deepEqual(await redis.smismember(at("set"), ["a", "z"]), [1, 0]);
  assert.equal(await redis.srem(at("set"), "c"), 1);
  assert.ok(["a", "b"].includes(await redis.srandmember(at("set"))));
  assert.deepEqual(sorted((await redis.sscan(at("set"), 0))[1]), ["a", "b"]);
  assert.ok(["a", "b"].includes(await redis.spop(at("set"))));
  assert.equal(await redis.rpush(at("list"), "b", "c"), 2);
  assert.equal(await redis.lpush(at("list"), "a"), 3);
  assert.equal(await redis.lpushx(at("list"), "0"), 4);
  assert.equal(await redis.rpushx(at("none"), "0"), 0);
  assert.equal(await redis.llen(at("list")), 4);
  assert.deepEqual(await redis.lrange(at("list"), 1, -1), ["a", "b", "c"]);
  assert.equal(await redis.lindex(at("list"), -1), "c");
  assert.equal(await redis.lset(at("list"), 1, "A"), "OK");
  assert.equal(await redis.lrem(at("list"), 1, "b"), 1);
  assert.equal(await redis.ltrim(at("list"), 1, -1), "OK");
  assert.equal(await redis.lpop(at("list")), "A");
  assert.equal(await redis.rpop(at("list")), "c");
  assert.equal(await redis.hset(at("h"), { a: 1, b: "two" }), 2);
  assert.equal(await redis.hsetnx(at("h"), "a", 2), 0);
  assert.equal(await redis.hmset(at("h"), { c: { deep: true } }), "OK");
  assert.equal(await redis.hget(at("h"), "b"), "two");
  assert.deepEqual(await redis.hgetall(at("h")), { a: 1, b: "two", c: { deep: true } });
  assert.deepEqual(await redis.hmget(at("h"), "a", "z"), { a: 1, z: null });
  assert.equal(await redis.hexists(at("h"), "z"), 0);
  assert.equal(await redis.hincrby(at("h"), "a", 4), 5);
  assert.deepEqual(sorted(await redis.hkeys(at("h"))), ["a", "b", "c"]);
  assert.equal((await redis.hvals(at("h"))).length, 3);
  assert.equal(await redis.hlen(at("h")), 3);
  assert.equal((await redis.hscan(at("h"), 0))[1].length, 6);
  assert.equal(await redis.hdel(at("h"), "a", "z"), 1);
  assert.equal(await redis.hgetall(at("none")), null);
}

async function rankings(redis, at) {
  assert.equal(await redis.zadd(at("z"), { score: 1, member: "a" }, { score: 2.5, member: "b" }), 2);
  assert.equal(await redis.zincrby(at("z"), 2, "a"), 3);
  assert.equal(await redis.zscore(at("z"), "b"), 2.5);
  assert.deepEqual(await redis.zmscore(at("z"), ["a", "none"]), [3, null]);
  assert.equal(await redis.zcard(at("z")), 2);
  assert.equal(await redis.zcount(at("z"), 0, "(3"), 1);
  assert.equal(await redis.zrank(at("z"), "b"), 0);
  assert.equal(await redis.zrevrank(at("z"), "b"), 1);
  assert.deepEqual(await redis.zrange(at("z"), 0, -1, { withScores: true }), ["b", 2.5, "a", 3]);
  assert.deepEqual(await redis.zrange(at("z"), 3, 0, { byScore: true, rev: true }), ["a", "b"]);
  assert.deepEqual((await redis.zscan(at("z"), 0))[1], ["b", 2.5, "a", 3]);
  assert.deepEqual(await redis.zpopmin(at("z")), ["b", 2.5]);
  assert.deepEqual(await redis.zpopmax(at("z")), ["a", 3]);
  await redis.zadd(at("z"), { score: 1, member: "a" }, { score: 2, member: "b" }, { score: 3, member: "c" });
  assert.equal(await redis.zrem(at("z"), "a"), 1);
  assert.equal(await redis.zremrangebyrank(at("z"), 0, 0), 1);
  assert.equal(await redis.zremrangebyscore(at("z"), 3, 3), 1);
}

async function together(redis, at) {
  const pipeline = redis.pipeline().set(at("p"), 1).incr(at("p")).get(at("p"));
  assert.deepEqual(await pipeline.exec(), ["OK", 2, 2]);
  const failing = redis.pipeline().lpush(at("p"), 1).get(at("p"));
  const each = await failing.exec({ keepErrors: true });
  assert.match(each[0].error, /^WRONGTYPE /);
  assert.equal(each[1].result, 2);
  assert.deepEqual(await redis.multi().incr(at("p")).hset(at("ph"), { a: 1 }).type(at("ph")).exec(), [3, 1, "hash"]);
  await assert.rejects(redis.multi().set(at("p"), 9).eval("return 1", [], []).exec(), /EXECABORT/);
  assert.equal(await redis.get(at("p")), 3);
  const all = await Promise.all(Array.from({ length: 50 }, () => redis.incr(at("auto"))));
  assert.deepEqual(all.sort((a, b) => a - b), Array.from({ length: 50 }, (_, i) => i + 1));
}

async function errors(redis, at) {
  await redis.set(at("e"), "text");
  await assert.rejects(redis.incr(at("e")), /ERR value is not an integer or out of range/);
  await assert.rejects(redis.sadd(at("e"), 1), /WRONGTYPE Operation against a key/);
  await assert.rejects(redis.get("a{b}"), /ERR a key must be UTF-8 text/);
  await assert.rejects(redis.bitcount(at("e")), /ERR unknown command 'bitcount'/);
  await assert.rejects(redis.eval("return 1", [], []), /ERR this server runs no scripts but/);
  await assert.rejects(redis.evalsha("0".repeat(40), [], []), /NOSCRIPT/);
  await assert.rejects(new Redis({ url, token: token + "x", retry: false }).get("a"), /WRONGPASS/);
}

async function keyspace(redis, at) {
  assert.deepEqual(await redis.keys(at("none*")), []);
  await redis.set(at("walk"), 1);
  const found = [];
  let cursor = "0";
  do {
    const [next, page] = await redis.scan(cursor, { match: at("walk*"), count: 10 });
    found.push(...page);
    cursor = next;
  } while (cursor !== "0");
  assert.deepEqual(found, [at("walk")]);
  assert.ok((await redis.dbsize()) > 0);
  assert.equal(typeof (await redis.randomkey()), "string");
}

for (const responseEncoding of ["base64", false]) {
  for (const enableAutoPipelining of [true, false]) {
    const redis = noting(new Redis({ url, token, responseEncoding, enableAutoPipelining, retry: false, enableTelemetry: false }));
    const at = (name) => `sdk:${responseEncoding}:${enableAutoPipelining}:${name}`;
    for (const part of [strings, keys, collections, rankings, together, errors, keyspace]) {
      await part(redis, at);
    }
  }
}
const last = noting(new Redis({ url, token, retry: false }));
assert.equal(await last.flushdb(), "OK");
assert.equal(await last.flushall(), "OK");
assert.equal(await last.dbsize(), 0);

// What the table and the client have in common, and no part above calls.
const has = (name) => typeof last[name] === "function";
const asked = new Set(called);
console.log(table.split(" ").filter((name) => has(name) && !asked.has(name)).join(" "));
