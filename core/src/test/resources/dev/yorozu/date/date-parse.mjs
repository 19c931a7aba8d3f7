// Reads JSON strings, one a line, and prints what Date.parse makes of each.
import { createInterface } from "node:readline";

const answers = [];
for await (const line of createInterface({ input: process.stdin })) {
  answers.push(Date.parse(JSON.parse(line)));
}
console.log(answers.join("\n"));
