// Checks access tokens of an app by itself, with jose, and refuses revoked ones without a call for each request: what the feed of
// revocations tells is kept, and comes as server-sent events.
//
// As a program it reads a token from each line and says what it makes of it. YOROZU is where the server is, YOROZU_SECRET the
// secret of a credential with the scope app/NAME:revocations, APP the name of the app.
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { createRemoteJWKSet, jwtVerify } from "jose";

const { YOROZU, YOROZU_SECRET, APP } = process.env;

/** How long nothing may be heard of the feed before nothing is accepted any more, in milliseconds. */
const SILENCE = 15_000;

const keys = createRemoteJWKSet(new URL(`${YOROZU}/v1/apps/${APP}/.well-known/jwks.json`));

let revocations = begin();
let anew = false;
let heard = 0;

/** What the feed has told since it was read from its beginning. */
function begin() {
  return { ids: new Map(), usersBefore: new Map(), since: Infinity, cursor: "" };
}

/** Keeps what came, and forgets what no token can be ended by any more. */
function keep(kept, answer) {
  for (const event of answer.events) {
    if (event.user !== undefined) {
      kept.usersBefore.set(event.user, Math.max(event.before, kept.usersBefore.get(event.user) ?? 0));
    } else {
      kept.ids.set(event.jti ?? event.sid, event.at);
    }
  }
  kept.cursor = answer.cursor;
  kept.since = answer.since;
  const old = Date.now() / 1000 - answer.keep;
  for (const [id, at] of kept.ids) if (at < old) kept.ids.delete(id);
  for (const [user, before] of kept.usersBefore) if (before < old) kept.usersBefore.delete(user);
}

/** Reads the feed until the connection breaks. */
async function follow(known) {
  const kept = anew ? begin() : revocations;
  const silent = new AbortController();
  let patience = setTimeout(() => silent.abort(), SILENCE);
  try {
    const response = await fetch(`${YOROZU}/v1/revocations?realms=app/${APP}`, {
      headers: {
        authorization: `Bearer ${YOROZU_SECRET}`,
        accept: "text/event-stream",
        ...(kept.cursor && { "last-event-id": kept.cursor }),
      },
      signal: silent.signal,
    });
    anew ||= response.status === 410; // The feed began anew.
    if (!response.ok) throw new Error(`status ${response.status}`);
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body) {
      clearTimeout(patience);
      patience = setTimeout(() => silent.abort(), SILENCE);
      text += decoder.decode(bytes, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop();
      for (const message of messages) {
        const data = message.split("\n").find((line) => line.startsWith("data: "));
        if (data) {
          const answer = JSON.parse(data.slice("data: ".length));
          keep(kept, answer);
          if (!answer.more) {
            revocations = kept;
            anew = false;
            known();
          }
        }
      }
      heard = Date.now();
    }
  } finally {
    clearTimeout(patience);
  }
}

/** Keeps what the feed tells; is done when all is known that it has, and goes on. */
export function start() {
  return new Promise((known) => {
    (async () => {
      for (;;) {
        await follow(known).catch(() => {});
        await new Promise((again) => setTimeout(again, 200));
      }
    })();
  });
}

/** How the feed names a user whose name is long, or has other characters than letters, digits and _.%- */
function digest(user) {
  return "=" + createHash("sha256").update(user).digest("base64url");
}

/** What an access token says; anything that is none, was revoked, or cannot be judged, is an error. */
export async function check(token) {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ["ES256"],
    typ: "at+jwt",
    issuer: APP,
    audience: APP,
    clockTolerance: 30,
    requiredClaims: ["sub", "iat", "exp", "jti"],
  });
  const { ids, usersBefore, since } = revocations;
  const names = [payload.jti, payload.jti.split(".")[0], payload.sid, payload.session_id];
  const before = Math.max(usersBefore.get(payload.sub) ?? 0, usersBefore.get(digest(payload.sub)) ?? 0);
  if (payload.iat < since || names.some((name) => ids.has(name)) || payload.iat < before) throw new Error("revoked");
  if (Date.now() - heard > SILENCE) throw new Error("nothing was heard of revocations for too long");
  return payload;
}

await start();
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(`accepted ${(await check(line)).sub}`);
  } catch (refusal) {
    console.log(`refused ${refusal.message}`);
  }
}
