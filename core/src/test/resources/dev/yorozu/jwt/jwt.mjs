// Signed tokens in another language: Node's own crypto, written from RFC 7515 and from nothing else.
// Reads one JSON request from each line: {"algorithm":…,"key":PEM or base64url,"token":…} to check and print the claims,
// {"algorithm":…,"key":…,"kid"?:…,"claims":…} to sign.
import { createHmac, createPublicKey, createSign, createVerify } from "node:crypto";
import { createInterface } from "node:readline";

const hmac = (key, content) => createHmac("sha256", Buffer.from(key, "base64url")).update(content).digest("base64url");

function check({ algorithm, key, token }) {
  const [header, payload, signature] = token.split(".");
  if (JSON.parse(Buffer.from(header, "base64url")).alg !== algorithm) throw new Error("another algorithm");
  const content = `${header}.${payload}`;
  const good =
    algorithm === "HS256"
      ? hmac(key, content) === signature
      : createVerify("RSA-SHA256").update(content).verify(createPublicKey(key), signature, "base64url");
  if (!good) throw new Error("another signature");
  return Buffer.from(payload, "base64url").toString("utf8");
}

function sign({ algorithm, key, kid, claims }) {
  const header = Buffer.from(JSON.stringify({ alg: algorithm, typ: "JWT", kid })).toString("base64url");
  const content = `${header}.${Buffer.from(claims).toString("base64url")}`;
  const signature =
    algorithm === "HS256"
      ? hmac(key, content)
      : createSign("RSA-SHA256").update(content).sign(key, "base64url");
  return `${content}.${signature}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(request.token ? check(request) : sign(request));
}
