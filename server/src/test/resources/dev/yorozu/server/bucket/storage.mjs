// Starts s3rver on a free port of the loopback, with a bucket, and says where.
import { createRequire } from "node:module";
const S3rver = createRequire(import.meta.url)("s3rver");
const storage = new S3rver({
  address: "127.0.0.1", port: 0, silent: true, directory: process.argv[2],
  configureBuckets: [{ name: "backups", configs: [] }],
});
const { port } = await storage.run();
console.log(`http://127.0.0.1:${port}`);
