// What a program does that keeps the sessions, sign-ins and links of this system by itself, in Upstash: the functions of its
// design, on @upstash/redis. Makes the calls that CALLS lists, and prints what each gave as a line of JSON.

import { Redis } from "@upstash/redis";

const SESSION_TTL_SEC = 30 * 24 * 60 * 60;
const DISCORD_AUTH_TTL_SEC = 10 * 60;

const kv = new Redis({
  url: process.env.KV_REST_API_URL,
  token: process.env.KV_REST_API_TOKEN || process.env.KV_REST_API_READ_ONLY_TOKEN,
  retry: false,
});

const program = {
  async saveSession(sid, session) {
    await kv.set(`sess:${sid}`, session, { ex: SESSION_TTL_SEC });
    await kv.sadd(`user:${session.uid}:sessions`, sid);
    await kv.expire(`user:${session.uid}:sessions`, SESSION_TTL_SEC);
  },
  getSession: (sid) => kv.get(`sess:${sid}`),
  async touchSession(sid, now) {
    const session = await program.getSession(sid);
    await program.saveSession(sid, { ...session, last_seen_at: now });
  },
  async deleteSession(sid) {
    const session = await program.getSession(sid);
    await kv.del(`sess:${sid}`);
    await kv.srem(`user:${session.uid}:sessions`, sid);
  },
  async deleteAllSessions(uid) {
    const sids = await kv.smembers(`user:${uid}:sessions`);
    await kv.del(...sids.map((sid) => `sess:${sid}`), `user:${uid}:sessions`);
    return sids.length;
  },
  saveDiscordAuthState: (state, entry) => kv.set(`discord:auth:${state}`, entry, { ex: DISCORD_AUTH_TTL_SEC }),
  consumeDiscordAuthState: (state) => kv.getdel(`discord:auth:${state}`),
  async storeShortToken(shorts, token, seconds) {
    for (const short of shorts) {
      if (await kv.set(`receive:token:${short}`, token, { nx: true, ex: seconds })) {
        return short;
      }
    }
    throw new Error("no short token is free");
  },
  resolveShortToken: (short) => kv.get(`receive:token:${short}`),
  lockSession: (sid) => kv.set(`lock:sess:${sid}`, "1", { nx: true, ex: 5 }),
};

for (const [name, ...given] of JSON.parse(process.env.CALLS)) {
  try {
    console.log(JSON.stringify((await program[name](...given)) ?? null));
  } catch (refused) {
    console.log(JSON.stringify(`${refused.name}: ${refused.message}`));
  }
}
