// What an application does, by ioredis. Prints the name of each part that was done.
import assert from "node:assert/strict";
import Redis from "ioredis";

const { PORT, SECRET, PREFIX, PROTOCOL } = process.env;

async function connect(password, faults = []) {
  const client = new Redis({ port: Number(PORT), password, lazyConnect: true, retryStrategy: null });
  client.on("error", (fault) => faults.push(fault.message));
  await client.connect();
  return client;
}

const client = await connect(SECRET);

const parts = {
  async session() {
    const greeting = await client.call("HELLO");
    assert.equal(greeting[greeting.indexOf("proto") + 1], Number(PROTOCOL));
    const [key, index] = [`${PREFIX}session`, `${PREFIX}sessions`];
    assert.equal(await client.set(key, '{"user":"花子"}', "EX", 60), "OK");
    assert.equal(await client.get(key), '{"user":"花子"}');
    assert.ok((await client.ttl(key)) <= 60);
    assert.equal(await client.expire(key, 600), 1);
    assert.ok((await client.ttl(key)) > 60);
    assert.equal(await client.sadd(index, "a", "b"), 2);
    assert.deepEqual((await client.smembers(index)).sort(), ["a", "b"]);
    assert.equal(await client.sismember(index, "c"), 0);
    assert.equal(await client.srem(index, "b"), 1);
    assert.equal(await client.del(key, index), 2);
    assert.equal(await client.get(key), null);
  },

  async counter() {
    const key = `${PREFIX}counter`;
    assert.equal(await client.incr(key), 1);
    await client.expire(key, 60);
    const pipeline = client.pipeline();
    for (let i = 0; i < 100; i++) {
      pipeline.incr(key);
    }
    assert.deepEqual(await pipeline.exec(), Array.from({ length: 100 }, (_, i) => [null, i + 2]));
    assert.equal(await client.get(key), "101");
    assert.equal(await client.decrby(key, 101), 0);
  },

  async ranking() {
    const key = `${PREFIX}ranking`;
    assert.equal(await client.zadd(key, 10, "a", 20.5, "b", 30, "c"), 3);
    assert.equal(await client.zadd(key, "GT", "CH", 5, "a", 40, "b"), 1);
    assert.equal(await client.zadd(key, "NX", 1, "a"), 0);
    assert.equal(await client.zincrby(key, 2.5, "a"), "12.5");
    assert.deepEqual(await client.zrange(key, 0, -1, "WITHSCORES"), ["a", "12.5", "c", "30", "b", "40"]);
    assert.equal(await client.zrevrank(key, "a"), 2);
    assert.equal(await client.zscore(key, "nobody"), null);
  },

  async board() {
    const [key, settings] = [`${PREFIX}board`, `${PREFIX}settings`];
    assert.equal(await client.lpush(key, "1", "2", "3", "4"), 4);
    assert.equal(await client.ltrim(key, 0, 2), "OK");
    assert.deepEqual(await client.lrange(key, 0, -1), ["4", "3", "2"]);
    assert.equal(await client.hset(settings, { title: "掲示板", max: "3" }), 2);
    assert.deepEqual(await client.hgetall(settings), { title: "掲示板", max: "3" });
  },

  async transaction() {
    const key = `${PREFIX}stock`;
    await client.set(key, "10");
    const other = await connect(SECRET);
    await other.watch(key);
    const left = Number(await other.get(key));
    assert.deepEqual(
      await other.multi().set(key, left - 1).incr(`${PREFIX}sold`).exec(),
      [[null, "OK"], [null, 1]],
    );
    await other.watch(key);
    await client.set(key, "5");
    assert.equal(await other.multi().set(key, "0").exec(), null);
    assert.equal(await client.get(key), "5");
    await other.quit();
  },

  async scan() {
    const names = Array.from({ length: 50 }, (_, i) => `${PREFIX}scan:${i}`);
    await client.mset(Object.fromEntries(names.map((name, i) => [name, i])));
    const found = [];
    for await (const page of client.scanStream({ match: `${PREFIX}scan:*`, count: 7 })) {
      found.push(...page);
    }
    assert.deepEqual(found.sort(), names.sort());
  },

  async errors() {
    await client.set(`${PREFIX}word`, "x");
    await assert.rejects(client.lpush(`${PREFIX}word`, "x"), /WRONGTYPE Operation against a key/);
    await assert.rejects(client.call("NOSUCH"), /unknown command/);
    await assert.rejects(client.incr(`${PREFIX}word`), /not an integer/);
    const faults = [];
    await assert.rejects(connect("wrong", faults), /Connection is closed/);
    assert.match(faults.join(), /WRONGPASS/);
  },

  async values() {
    const every = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
    await client.set(`${PREFIX}日本語の鍵`, every);
    assert.ok(every.equals(await client.getBuffer(`${PREFIX}日本語の鍵`)));
    assert.equal(await client.strlen(`${PREFIX}日本語の鍵`), 512);
    await client.set(`${PREFIX}text`, "絵文字🎌\r\n$3\r\n");
    assert.equal(await client.get(`${PREFIX}text`), "絵文字🎌\r\n$3\r\n");
  },
};

for (const [name, part] of Object.entries(parts)) {
  await part();
  console.log(name);
}
await client.quit();
