// A counter as one writes it by hand on ioredis: a visitor counts once a day, and a visit answers with the total and the day's.
const { createHash } = require('node:crypto');
const fastify = require('fastify');
const Redis = require('ioredis');
const { ready } = require('./peer');

const DAY_SECONDS = 24 * 60 * 60;

async function main() {
  const redis = new Redis(process.argv[2], { lazyConnect: true });
  await redis.connect();
  const app = fastify();
  app.get('/api/visit', async (request) => {
    const id = request.query.id;
    const day = new Date().toISOString().slice(0, 10);
    const visitor = createHash('sha256')
      .update(`${day} ${request.headers['x-forwarded-for']} ${request.headers['user-agent']}`)
      .digest('hex')
      .slice(0, 16);
    const total = `peer:{${id}}:total`;
    const daily = `peer:{${id}}:daily:${day}`;
    const isNew = await redis.set(`peer:{${id}}:visit:${visitor}`, '1', 'EX', DAY_SECONDS, 'NX');
    const counts = isNew
      ? (await redis.multi().incr(total).incr(daily).exec()).map(([, count]) => count)
      : await redis.mget(total, daily);
    return { success: true, data: { id, total: Number(counts[0]), today: Number(counts[1]), duplicate: !isNew } };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ready(app.server);
}

main();
