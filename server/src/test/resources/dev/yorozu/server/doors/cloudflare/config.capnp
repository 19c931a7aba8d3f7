using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "sessions", worker = .sessions),
    (name = "yorozu", external = (
      address = "YOROZU",
      http = (injectRequestHeaders = [(name = "Authorization", value = "Bearer SECRET")])
    )),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")]
);

# The Worker itself, as it is. SESSIONS is the name by which it knows its namespace.
const app :Workerd.Worker = (
  modules = [(name = "app.js", esModule = embed "app.js")],
  compatibilityDate = "2026-04-01",
  bindings = [(name = "SESSIONS", kvNamespace = "sessions")]
);

# A binding calls /{key} and knows no path before it. This gives it the one of its namespace.
const sessions :Workerd.Worker = (
  modules = [(name = "kv.js", esModule = embed "kv.js")],
  compatibilityDate = "2026-04-01",
  bindings = [(name = "NAMESPACE", text = "NAMED"), (name = "YOROZU", service = "yorozu")]
);
