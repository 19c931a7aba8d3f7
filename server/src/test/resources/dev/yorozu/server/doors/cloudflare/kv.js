export default {
  fetch(request, env) {
    const url = new URL(request.url);
    url.pathname = `/kv/binding/${env.NAMESPACE}${url.pathname}`;
    const forwarded = new Request(url, request);
    const metadata = request.headers.get("CF-KV-Metadata");
    if (metadata) {
      // Headers are ASCII, and JSON can say the rest in it.
      forwarded.headers.set("CF-KV-Metadata", metadata.replace(/[^ -~]/g,
        (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")));
    }
    return env.YOROZU.fetch(forwarded);
  },
};
