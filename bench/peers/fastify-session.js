// Sessions of @fastify/session in Redis, by the same store and with the same choices as those of express-session.
const fastify = require('fastify');
const { RedisStore } = require('connect-redis');
const { createClient } = require('redis');
const { LIFE_SECONDS, ready, signedIn } = require('./peer');

async function main() {
  const client = createClient({ url: process.argv[2] });
  await client.connect();
  const app = fastify();
  await app.register(require('@fastify/cookie'));
  await app.register(require('@fastify/session'), {
    store: new RedisStore({ client, ttl: LIFE_SECONDS }),
    secret: 'a secret of the benchmark, of more than 32 bytes',
    cookieName: 'sid',
    saveUninitialized: false,
    cookie: { maxAge: LIFE_SECONDS * 1000, secure: false },
  });
  app.post('/sign-in', async (request, reply) => {
    request.session.user = { id: request.query.id, name: request.query.name, avatar: request.query.avatar };
    return reply.code(204).send();
  });
  app.get('/discord/api/discord/me', async (request, reply) =>
    request.session.user
      ? signedIn(request.session.user)
      : reply.code(401).send({ ok: false, error: 'no session' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  ready(app.server);
}

main();
