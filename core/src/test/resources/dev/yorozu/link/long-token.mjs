// Long tokens in another language: Node's own crypto, written from the contract's words and from nothing else.
//   v1.{b64url(12-byte IV)}.{b64url(ciphertext then 16-byte tag)}, unpadded, AES-256-GCM, no AAD, UTF-8 JSON
// Reads one JSON request from each line: {"key":hex,"token":…} to open, {"key":hex,"payload":…} to seal.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";

function open(key, token) {
  const [version, iv, body] = token.split(".");
  if (version !== "v1") throw new Error("not a v1 token");
  const sealed = Buffer.from(body, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
  decipher.setAuthTag(sealed.subarray(sealed.length - 16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - 16)), decipher.final()]);
  return plain.toString("utf8");
}

function seal(key, payload) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const sealed = Buffer.concat([cipher.update(payload, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1.${iv.toString("base64url")}.${sealed.toString("base64url")}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const key = Buffer.from(request.key, "hex");
  console.log(request.token ? open(key, request.token) : seal(key, request.payload));
}
