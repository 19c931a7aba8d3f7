// Limits of @upstash/ratelimit with many callers at once, shared among the servers of URLS. Prints for each kind how many
// of the callers were let through.

import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";

const { URLS: urls, TOKEN: token, NAME: name } = process.env;
const CALLERS = 200;
const ALLOWED = 57;

const kinds = {
  fixed: Ratelimit.fixedWindow(ALLOWED, "1 d"),
  sliding: Ratelimit.slidingWindow(ALLOWED, "1 d"),
  bucket: Ratelimit.tokenBucket(ALLOWED, "1 d", ALLOWED),
};
const clients = urls.split(" ").map((url) => new Redis({ url, token, retry: false, enableTelemetry: false }));

for (const [kind, limiter] of Object.entries(kinds)) {
  const limits = clients.map((redis) => new Ratelimit({ redis, limiter, prefix: `${name}:${kind}`, ephemeralCache: false }));
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, i) => limits[i % limits.length].limit("user")),
  );
  const left = await limits[0].getRemaining("user");
  console.log(kind, answers.filter((answer) => answer.success).length, left.remaining);
  const back = await limits[0].limit("user", { rate: -3 });
  console.log(kind, "given back", back.success, (await limits.at(-1).getRemaining("user")).remaining > left.remaining);
  if (process.env.RESETTING) {
    await limits[0].resetUsedTokens("user");
    console.log(kind, "reset", (await limits[0].getRemaining("user")).remaining);
  }
}

// It counts in the process, and tells the database afterwards.
const cached = new Ratelimit({
  redis: clients[0],
  limiter: Ratelimit.cachedFixedWindow(ALLOWED, "1 d"),
  prefix: `${name}:cached`,
  ephemeralCache: new Map(),
});
const first = await cached.limit("user");
const rest = await Promise.all(Array.from({ length: CALLERS - 1 }, () => cached.limit("user")));
await Promise.all([first, ...rest].map((answer) => answer.pending));
console.log("cached", [first, ...rest].filter((answer) => answer.success).length);

const denying = new Ratelimit({
  redis: clients[0],
  limiter: Ratelimit.fixedWindow(ALLOWED, "1 d"),
  prefix: `${name}:deny`,
  enableProtection: true,
  ephemeralCache: false,
});
await clients[0].set(`${name}:deny:ipDenyListStatus`, "disabled");
await clients[0].sadd(`${name}:deny:denyList:all`, "203.0.113.9");
const denied = await denying.limit("user", { ip: "203.0.113.9" });
console.log("denied", denied.success, denied.reason, (await denying.limit("user", { ip: "203.0.113.10" })).success);
await Promise.all([denied.pending]);
