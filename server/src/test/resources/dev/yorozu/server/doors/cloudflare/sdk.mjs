// What the SDK of Cloudflare can do with a namespace that is there; tells what it got.
import { createRequire } from "node:module";

const { Cloudflare } = createRequire(process.env.LIBRARIES + "/")("cloudflare");
const client = new Cloudflare({ apiToken: process.env.SECRET, baseURL: process.env.URL, maxRetries: 0 });
const at = { account_id: "an-account" };
const namespace_id = process.env.NAMESPACE;
const { namespaces } = client.kv;
const failed = (error) => [error.status, error.errors?.[0]?.code];
const told = {};

told.namespaces = [];
for await (const each of namespaces.list(at)) told.namespaces.push(each.title);
told.namespace = (await namespaces.get(namespace_id, at)).title;
told.creating = await namespaces.create({ ...at, title: "new" }).catch(failed);
await namespaces.values.update("a/b", { ...at, namespace_id, value: "héllo", metadata: JSON.stringify({ é: 1 }), expiration_ttl: 300 });
told.value = await (await namespaces.values.get("a/b", { ...at, namespace_id })).text();
told.metadata = await namespaces.metadata.get("a/b", { ...at, namespace_id });
told.absent = await namespaces.values.get("absent", { ...at, namespace_id }).catch(failed);
const many = Array.from({ length: 25 }, (_, i) => ({ key: "many/" + i, value: "v" + i }));
told.written = (await namespaces.bulkUpdate(namespace_id, { ...at, body: many })).successful_key_count;
told.keys = 0;
for await (const key of namespaces.keys.list(namespace_id, { ...at, prefix: "many/", limit: 10 })) told.keys += key.name.length > 5;
told.many = (await namespaces.bulkGet(namespace_id, { ...at, keys: ["many/3", "absent"] })).values;
told.deleted = (await namespaces.bulkDelete(namespace_id, { ...at, body: many.map((each) => each.key) })).successful_key_count;
await namespaces.values.delete("a/b", { ...at, namespace_id });
told.left = (await namespaces.keys.list(namespace_id, { ...at, prefix: "many/" })).result.length;
told.gone = await namespaces.values.get("a/b", { ...at, namespace_id }).catch(failed);
console.log(JSON.stringify(told));
