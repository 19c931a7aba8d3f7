// What an application does, by node-redis. Prints the name of each part that was done.
import assert from "node:assert/strict";
import { createClient, RESP_TYPES, WatchError } from "redis";

const { PORT, SECRET, PREFIX, PROTOCOL } = process.env;
const RESP = Number(PROTOCOL);

async function connect(password) {
  const client = createClient({ url: `redis://127.0.0.1:${PORT}`, password, RESP, socket: { reconnectStrategy: false } });
  client.on("error", () => {}); // What fails is told to who waits for it.
  await client.connect();
  return client;
}

const client = await connect(SECRET);

const parts = {
  async session() {
    const greeting = await client.sendCommand(["HELLO"]);
    assert.equal(Array.isArray(greeting) ? greeting[greeting.indexOf("proto") + 1] : greeting.proto, RESP);
    const [key, index] = [`${PREFIX}session`, `${PREFIX}sessions`];
    assert.equal(await client.set(key, '{"user":"花子"}', { expiration: { type: "EX", value: 60 } }), "OK");
    assert.equal(await client.get(key), '{"user":"花子"}');
    assert.ok((await client.ttl(key)) <= 60);
    assert.equal(Number(await client.expire(key, 600)), 1);
    assert.ok((await client.ttl(key)) > 60);
    assert.equal(await client.sAdd(index, ["a", "b"]), 2);
    assert.deepEqual([...(await client.sMembers(index))].sort(), ["a", "b"]);
    assert.equal(Number(await client.sIsMember(index, "c")), 0);
    assert.equal(await client.sRem(index, "b"), 1);
    assert.equal(await client.del([key, index]), 2);
    assert.equal(await client.get(key), null);
  },

  async counter() {
    const key = `${PREFIX}counter`;
    assert.equal(await client.incr(key), 1);
    await client.expire(key, 60);
    const counts = await Promise.all(Array.from({ length: 100 }, () => client.incr(key)));
    assert.deepEqual(counts, Array.from({ length: 100 }, (_, i) => i + 2));
    assert.equal(await client.get(key), "101");
    assert.equal(await client.decrBy(key, 101), 0);
  },

  async ranking() {
    const key = `${PREFIX}ranking`;
    const scored = (scores) => Object.entries(scores).map(([value, score]) => ({ value, score }));
    assert.equal(await client.zAdd(key, scored({ a: 10, b: 20.5, c: 30 })), 3);
    assert.equal(await client.zAdd(key, scored({ a: 5, b: 40 }), { comparison: "GT", CH: true }), 1);
    assert.equal(await client.zAdd(key, scored({ a: 1 }), { condition: "NX" }), 0);
    assert.equal(await client.zIncrBy(key, 2.5, "a"), 12.5);
    assert.deepEqual(
      (await client.zRangeWithScores(key, 0, -1)).map(({ value, score }) => [value, score]),
      [["a", 12.5], ["c", 30], ["b", 40]],
    );
    assert.equal(await client.zRevRank(key, "a"), 2);
    assert.equal(await client.zScore(key, "nobody"), null);
  },

  async board() {
    const [key, settings] = [`${PREFIX}board`, `${PREFIX}settings`];
    assert.equal(await client.lPush(key, ["1", "2", "3", "4"]), 4);
    assert.equal(await client.lTrim(key, 0, 2), "OK");
    assert.deepEqual(await client.lRange(key, 0, -1), ["4", "3", "2"]);
    assert.equal(await client.hSet(settings, { title: "掲示板", max: "3" }), 2);
    assert.deepEqual({ ...(await client.hGetAll(settings)) }, { title: "掲示板", max: "3" });
  },

  async transaction() {
    const key = `${PREFIX}stock`;
    await client.set(key, "10");
    const other = await connect(SECRET);
    await other.watch(key);
    const left = Number(await other.get(key));
    assert.deepEqual(await other.multi().set(key, String(left - 1)).incr(`${PREFIX}sold`).exec(), ["OK", 1]);
    await other.watch(key);
    await client.set(key, "5");
    await assert.rejects(other.multi().set(key, "0").exec(), WatchError);
    assert.equal(await client.get(key), "5");
    await other.close();
  },

  async scan() {
    const names = Array.from({ length: 50 }, (_, i) => `${PREFIX}scan:${i}`);
    await client.mSet(Object.fromEntries(names.map((name, i) => [name, String(i)])));
    const found = [];
    for await (const page of client.scanIterator({ MATCH: `${PREFIX}scan:*`, COUNT: 7 })) {
      found.push(...page);
    }
    assert.deepEqual(found.sort(), names.sort());
  },

  async errors() {
    await client.set(`${PREFIX}word`, "x");
    await assert.rejects(client.lPush(`${PREFIX}word`, "x"), /WRONGTYPE Operation against a key/);
    await assert.rejects(client.sendCommand(["NOSUCH"]), /unknown command/);
    await assert.rejects(client.incr(`${PREFIX}word`), /not an integer/);
    await assert.rejects(connect("wrong"), /WRONGPASS/);
  },

  async values() {
    const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    const every = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
    await client.set(`${PREFIX}日本語の鍵`, every);
    assert.ok(every.equals(await binary.get(`${PREFIX}日本語の鍵`)));
    assert.equal(await client.strLen(`${PREFIX}日本語の鍵`), 512);
    await client.set(`${PREFIX}text`, "絵文字🎌\r\n$3\r\n");
    assert.equal(await client.get(`${PREFIX}text`), "絵文字🎌\r\n$3\r\n");
  },
};

for (const [name, part] of Object.entries(parts)) {
  await part();
  console.log(name);
}
await client.close();
