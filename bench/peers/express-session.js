// Sessions of express-session in Redis, with the life and the cookie of Yorozu's. A check reads the session and prolongs it
// (touch), which is the default; saveUninitialized and resave are off, as its documentation advises.
const express = require('express');
const session = require('express-session');
const { RedisStore } = require('connect-redis');
const { createClient } = require('redis');
const { LIFE_SECONDS, ready, signedIn } = require('./peer');

async function main() {
  const client = createClient({ url: process.argv[2] });
  await client.connect();
  const app = express();
  app.disable('x-powered-by');
  app.use(session({
    store: new RedisStore({ client, ttl: LIFE_SECONDS }),
    secret: 'a secret of the benchmark',
    name: 'sid',
    resave: false,
    saveUninitialized: false,
    cookie: { maxAge: LIFE_SECONDS * 1000 },
  }));
  app.post('/sign-in', (request, response) => {
    request.session.user = { id: request.query.id, name: request.query.name, avatar: request.query.avatar };
    response.status(204).end();
  });
  app.get('/discord/api/discord/me', (request, response) =>
    request.session.user
      ? response.json(signedIn(request.session.user))
      : response.status(401).json({ ok: false, error: 'no session' }));
  const server = app.listen(0, '127.0.0.1', () => ready(server));
}

main();
