// Goes once through all that a KV binding can do, and tells what it got.
const steps = {
  text: (kv) => kv.put("text", "héllo").then(() => kv.get("text")),
  json: (kv) => kv.put("json", JSON.stringify({ a: [1, "é"] })).then(() => kv.get("json", "json")),
  arrayBuffer: async (kv) => {
    await kv.put("buffer", new Uint8Array([0, 255, 10, 13, 128]).buffer);
    return [...new Uint8Array(await kv.get("buffer", "arrayBuffer"))];
  },
  stream: async (kv) => {
    await kv.put("stream", new Response("a stream").body);
    return new Response(await kv.get("stream", { type: "stream", cacheTtl: 60 })).text();
  },
  empty: (kv) => kv.put("empty", "").then(() => kv.get("empty")),
  names: async (kv) => {
    const name = "a/b c?d&e#f%2e+é日本:g";
    await kv.put(name, "named");
    return [await kv.get(name), (await kv.list({ prefix: "a/b c?d&e" })).keys[0].name === name];
  },
  absent: async (kv) => [await kv.get("absent"), (await kv.getWithMetadata("absent")).metadata],
  metadata: async (kv) => {
    await kv.put("meta", "with", { metadata: { né: "日本", n: 1.5 } });
    const both = await kv.getWithMetadata("meta");
    await kv.put("meta", "without");
    return [both.value, both.metadata, (await kv.getWithMetadata("meta")).metadata];
  },
  expiration: async (kv) => {
    const end = Math.floor(Date.now() / 1000) + 3600;
    await kv.put("ends/at", "x", { expiration: end });
    await kv.put("ends/after", "x", { expirationTtl: 60, metadata: [1] });
    const keys = (await kv.list({ prefix: "ends/" })).keys;
    return [keys[1].expiration === end, keys[0].expiration > end - 3600, keys[0].expiration < end, keys[0].metadata];
  },
  tooShort: (kv) => kv.put("short", "x", { expirationTtl: 59 }).catch((e) => e.message),
  tooLarge: (kv) => kv.put("large", new Uint8Array(1024 * 1024 + 1)).catch((e) => e.message),
  tooLong: (kv) => kv.get("x".repeat(513)).catch((e) => e.message),
  pages: async (kv) => {
    await Promise.all(Array.from({ length: 25 }, (_, i) => kv.put("page/" + String(i).padStart(2, "0"), "x")));
    const seen = [];
    let pages = 0;
    for (let cursor, done = false; !done; pages++) {
      const page = await kv.list({ prefix: "page/", limit: 7, cursor });
      seen.push(...page.keys.map((key) => key.name));
      cursor = page.cursor;
      done = page.list_complete;
    }
    return [pages, seen.length, new Set(seen).size, seen[0], seen[24]];
  },
  deletion: async (kv) => {
    await kv.delete("text");
    await kv.delete("text");
    return kv.get("text");
  },
  bulk: async (kv) => {
    const texts = await kv.get(["json", "absent"]);
    const values = await kv.getWithMetadata(["json", "absent"], "json");
    return [texts.get("json"), texts.get("absent"), values.get("json").value, values.get("absent")];
  },
};

export default {
  async fetch(request, env) {
    const told = {};
    for (const [name, step] of Object.entries(steps)) {
      told[name] = (await step(env.SESSIONS)) ?? null;
    }
    return Response.json(told);
  },
};
