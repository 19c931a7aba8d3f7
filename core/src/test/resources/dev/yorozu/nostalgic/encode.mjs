// Reads a JSON text in each line, and prints what encodeURIComponent makes of it.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  console.log(encodeURIComponent(JSON.parse(line)));
}
