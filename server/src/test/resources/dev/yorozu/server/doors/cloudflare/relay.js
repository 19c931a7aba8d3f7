// The flows of document 001 on a KV binding, each called with all that Patreon would tell.
const DAY = 24 * 60 * 60;

const flows = {
  async callback(kv, { sessionToken, user, tokens, membership }) {
    const session = { ...tokens, userId: user.id };
    await kv.put(sessionToken, JSON.stringify(session), { expirationTtl: 30 * DAY });
    const before = await kv.get(`usertoken:${user.id}`, "json");
    for (const other of before?.sessionTokens ?? []) {
      await kv.delete(other);
    }
    const record = { ...tokens, email: user.email, fullName: user.fullName, sessionTokens: [sessionToken], updatedAt: Date.now() };
    await kv.put(`usertoken:${user.id}`, JSON.stringify(record), { expirationTtl: 31 * DAY });
    const cached = { membership, cachedAt: Date.now() };
    await kv.put(`membership:${user.id}`, JSON.stringify(cached), { expirationTtl: 60 * 60 });
    return { sessionToken };
  },
  async authenticate(kv, { sessionToken }) {
    const session = await kv.get(sessionToken, "json");
    const cached = session && (await kv.get(`membership:${session.userId}`, "json"));
    return { userId: session?.userId ?? null, plan: cached?.membership.plan ?? null };
  },
  async refresh(kv, { sessionToken, tokens }) {
    const session = { ...(await kv.get(sessionToken, "json")), ...tokens };
    await kv.put(sessionToken, JSON.stringify(session), { expirationTtl: 30 * DAY });
    const record = { ...(await kv.get(`usertoken:${session.userId}`, "json")), ...tokens, updatedAt: Date.now() };
    await kv.put(`usertoken:${session.userId}`, JSON.stringify(record), { expirationTtl: 31 * DAY });
    return { userId: session.userId };
  },
  async logout(kv, { sessionToken }) {
    const session = await kv.get(sessionToken, "json");
    await Promise.all([sessionToken, `usertoken:${session.userId}`, `membership:${session.userId}`].map((key) => kv.delete(key)));
    return { userId: session.userId };
  },
  async crash(kv, { ip }) {
    const key = `crashreport:ratelimit:${ip}`;
    const now = Date.now();
    const known = await kv.get(key, "json");
    const { count, windowStart } = known ?? { count: 0, windowStart: now };
    await kv.put(key, JSON.stringify({ count: count + 1, windowStart }), { expirationTtl: 60 });
    return { count: count + 1 };
  },
};

export default {
  async fetch(request, env) {
    const flow = new URL(request.url).pathname.slice(1);
    return Response.json(await flows[flow](env.SESSIONS, await request.json()));
  },
};
