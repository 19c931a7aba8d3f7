// A provider of OpenID Connect that others wrote. Prints its address, reads that of the site from its input, and lets alice in.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import Provider from "oidc-provider";

// What it has to say about itself is not for the test, which reads the output.
console.info = console.error;

const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = "http://127.0.0.1:" + server.address().port;
console.log(issuer);

const site = (await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()).value;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "yorozu-client",
      token_endpoint_auth_method: "none",
      redirect_uris: [site + "/oidc/callback"],
      post_logout_redirect_uris: [site + "/oidc/signed-out"],
      backchannel_logout_uri: site + "/oidc/backchannel-logout",
      backchannel_logout_session_required: true,
    },
  ],
  cookies: { keys: ["a key of the test"] },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  interactions: { url: (_, interaction) => "/interaction/" + interaction.uid },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: "Alice" }) }),
  // By itself it calls no address of this machine, and waits for none.
  fetch(url, { dispatcher, signal, ...options }) {
    console.log("sent " + options.body);
    return globalThis.fetch(url, options);
  },
  // Nobody is asked for consent.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope("openid profile");
    await grant.save();
    return grant;
  },
});
provider.on("backchannel.error", (_, fault) => console.log("back-channel error " + fault.message));
provider.on("backchannel.success", () => console.log("back-channel success"));
const callback = provider.callback();
server.on("request", (request, response) =>
  request.url.startsWith("/interaction/")
    ? provider.interactionFinished(request, response, { login: { accountId: "alice" } })
    : callback(request, response),
);
console.log("ready");
