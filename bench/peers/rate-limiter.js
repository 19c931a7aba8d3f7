// One limit of rate-limiter-flexible in Redis, by the hour, that everybody counts against; nobody is authenticated.
const fastify = require('fastify');
const Redis = require('ioredis');
const { RateLimiterRedis } = require('rate-limiter-flexible');
const { ready } = require('./peer');

async function main() {
  const storeClient = new Redis(process.argv[2], { enableOfflineQueue: false, lazyConnect: true });
  await storeClient.connect();
  const limiter = new RateLimiterRedis({ storeClient, points: 1_000_000_000, duration: 3600, keyPrefix: 'peer-limit' });
  const app = fastify();
  app.post('/users/limits/check', async (request, reply) => {
    const result = await limiter.consume('550e8400-e29b-41d4-a716-446655440000');
    reply.header('X-RateLimit-Remaining', result.remainingPoints);
    return { allowed: true, remaining: result.remainingPoints, reset: result.msBeforeNext };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ready(app.server);
}

main();
