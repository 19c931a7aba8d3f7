// The page of the Patreon relay: sign in on one device, one's plan and quota, the session, access tokens for an app.
"use strict";

const Patreon = (() => {
  const { byId, kept, Refusal, send, value, patience, say, showTime, leave, act, submits, clicks, entered, enter, begin } = SignedIn;
  const PENDING = "yorozu.patreon pending";
  const LOOK_EVERY = 30000;
  /** What the page says when the server lets a session in no longer. */
  const ENDINGS = { SESSION_INVALID: "ended", SESSION_EXPIRED: "expired", PATREON_TOKEN_EXPIRED: "withdrawn" };
  /** What it says where the server knows why. */
  const REASONS = { superseded: "taken", declined_patron: "declined", former_patron: "former" };
  const REFUSALS = { CONFIG_ERROR: "unset", JWT_NOT_CONFIGURED: "unset", PATREON_NOT_LINKED: "unlinked" };

  const language = document.documentElement.lang;
  const short = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const exact = new Intl.NumberFormat(language);
  const own = location.origin + location.pathname;
  /** How the relay is set up; nothing while nobody can sign in. */
  const setup = byId("patreon")?.dataset;
  const limits = new Map((setup?.limits ?? "").split(" ").map((each) => each.split("=")));

  /** The plan and standing that are shown. */
  let shown = null;
  /** Whoever was here last, to be named when the seat is taken back. */
  let last = null;
  /** An app's tokens; they live as long as this page is open. */
  let tokens = null;
  let looking = false;

  function call(method, path, body) {
    const session = kept.read();
    if (!session) throw new Refusal("over");
    return send(method, path, body && body(session.access), session.access);
  }

  /** The answer's value; where the server says that the session is over, it is forgotten here too. */
  async function admitted(response) {
    if (response.ok || response.status === 429) return value(response);
    const answer = await response.json().catch(() => ({}));
    const code = answer.error_code ?? answer.error?.code;
    if (ENDINGS[code]) {
      kept.forget();
      throw new Refusal(REASONS[answer.reason] ?? ENDINGS[code]);
    }
    throw new Refusal(REFUSALS[code] ?? (response.status === 502 || response.status === 504 ? "unreachable" : "down"));
  }

  const validate = () => call("POST", "/api/session/validate", (session) => ({ session_token: session }));

  function showSession(answer) {
    shown = { plan: answer.plan, status: answer.patron_status };
    last = answer.patreon_user_id;
    const status = byId("statuses").content.querySelector(`[data-status="${answer.patron_status}"]`);
    byId("plan").textContent = answer.plan;
    byId("status").textContent = status ? status.textContent : answer.patron_status;
    byId("status").dataset.status = answer.patron_status;
    byId("tier").textContent = answer.tier_id || "–";
    byId("email").textContent = answer.email || "–";
    byId("next-charge").hidden = !answer.next_charge_date;
    byId("no-charge").hidden = Boolean(answer.next_charge_date);
    if (answer.next_charge_date) showTime(byId("next-charge"), answer.next_charge_date);
    showTime(byId("session-end"), answer.session_expires_at);
    document.dispatchEvent(new CustomEvent("patreon", { detail: { id: last, name: answer.full_name } }));
  }

  function showAmount(element, count) {
    element.textContent = short.format(count);
    element.title = exact.format(count);
  }

  function showQuota({ plan, monthly_usage: usage }) {
    const { tokens_used: used, tokens_limit: limit } = usage;
    const ofPlan = Number(limits.get(plan) ?? 0);
    const share = (count) => (limit > 0 ? Math.min(1000, Math.round((1000 * count) / limit)) : 0);
    showAmount(byId("used"), used);
    byId("limit").textContent = byId("limit-text").content.textContent.replace("{0}", short.format(limit));
    showAmount(byId("quota-of-plan"), ofPlan);
    showAmount(byId("quota-of-bonus"), Math.max(0, limit - ofPlan));
    showAmount(byId("quota-left"), Math.max(0, limit - used));
    const bar = byId("quota");
    bar.setAttribute("aria-valuemax", limit);
    bar.setAttribute("aria-valuenow", Math.min(used, limit));
    bar.setAttribute("aria-valuetext", byId("used").textContent + " " + byId("limit").textContent);
    bar.classList.toggle("full", usage.is_exceeded);
    byId("quota-used").setAttribute("width", limit > 0 ? share(used) : usage.is_exceeded && used > 0 ? 1000 : 0);
    byId("quota-bonus").setAttribute("x", share(ofPlan));
    byId("quota-bonus").setAttribute("width", limit > 0 ? 1000 - share(ofPlan) : 0);
    const month = new Date(usage.year_month + "-15T00:00:00Z");
    byId("quota-month").textContent = month.toLocaleDateString(language, { year: "numeric", month: "long", timeZone: "UTC" });
    byId("quota-exceeded").hidden = !usage.is_exceeded;
  }

  /** Whoever looked too often is told so in its place, and still sees the rest of the page. */
  async function loadQuota() {
    const response = await call("GET", "/api/quota/status");
    byId("quota-limited").hidden = response.status !== 429;
    if (response.status === 429) byId("quota-again").textContent = patience(response);
    else showQuota(await admitted(response));
  }

  async function load() {
    showSession(await admitted(await validate()));
    await loadQuota();
  }

  /** Asks whether this is still the one device, and disturbs nobody unless it is not, or the plan is another. */
  async function look() {
    if (looking || document.hidden || !shown || !kept.read()) return;
    looking = true;
    await act(null, async () => {
      const before = shown;
      const response = await validate().catch(() => null);
      if (response === null || (!response.ok && response.status !== 401)) return;
      const answer = await admitted(response);
      showSession(answer);
      if (before.plan === answer.plan && before.status === answer.patron_status) return;
      await loadQuota();
      say("changed", answer.plan);
    });
    looking = false;
  }

  async function sync() {
    const answer = await admitted(await call("GET", "/api/patreon/license-status"));
    await load();
    say("synced", answer.plan);
  }

  async function renew() {
    showSession(await admitted(await call("POST", "/api/auth/refresh")));
    say("renewed");
  }

  function claims(token) {
    const bytes = atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0))));
  }

  /** Shows what is in an access token, never the whole of it, after the server has taken it once. */
  async function use(answer) {
    tokens = answer;
    await value(await send("GET", "/api/quota/status", null, answer.accessToken));
    const said = claims(answer.accessToken);
    byId("token-begins").textContent = answer.accessToken.slice(0, 12) + "…";
    byId("token-plan").textContent = said.plan;
    byId("token-id").textContent = said.jti.slice(-8);
    showTime(byId("token-end"), said.exp * 1000);
    byId("token").hidden = false;
    byId("token-refresh").hidden = false;
  }

  function forgetTokens() {
    tokens = null;
    if (!byId("token")) return;
    byId("token").hidden = true;
    byId("token-refresh").hidden = true;
  }

  async function getToken() {
    await use(await admitted(await call("POST", "/api/auth/token")));
    say("token");
  }

  async function refreshToken() {
    const response = await send("POST", "/api/auth/refresh", { refreshToken: tokens.refreshToken });
    if (response.status === 401) {
      forgetTokens();
      // The session may be over, which is said first; otherwise it was the token alone.
      showSession(await admitted(await validate()));
      throw new Refusal("spent");
    }
    await use(await admitted(response));
    say("refreshed");
  }

  async function signOut() {
    await admitted(await call("POST", "/api/patreon/revoke"));
    leave("signedOut");
  }

  async function signOutEverywhere() {
    const answer = await admitted(await call("POST", "/api/patreon/revoke-all"));
    leave("everywhere", answer.revoked_count);
  }

  /** Goes to Patreon; what it sends back must name the state that only this tab knows. */
  function signIn(person) {
    const state = Array.from(crypto.getRandomValues(new Uint8Array(32)), (each) => each.toString(16).padStart(2, "0")).join("");
    const lang = new URLSearchParams(location.search).get("lang");
    sessionStorage.setItem(PENDING, JSON.stringify({ state, lang }));
    const query = new URLSearchParams({
      response_type: "code",
      client_id: setup.client,
      redirect_uri: own,
      scope: setup.scope,
      state,
    });
    if (person) query.set("login_hint", person);
    location.assign(setup.authorize + "?" + query);
  }

  function pending() {
    try {
      return JSON.parse(sessionStorage.getItem(PENDING));
    } catch {
      return null;
    }
  }

  /** What Patreon sent back, if it did: taken out of the address at once, and of use once. */
  function returned() {
    const query = new URLSearchParams(location.search);
    if (!query.has("code") && !query.has("error")) return null;
    const begun = pending();
    const lang = query.get("lang") ?? begun?.lang;
    sessionStorage.removeItem(PENDING);
    history.replaceState(null, "", location.pathname + (lang ? "?lang=" + encodeURIComponent(lang) : ""));
    return { code: query.get("code"), state: query.get("state"), genuine: begun !== null && begun.state === query.get("state") };
  }

  /** The address that Patreon sends back to has no place for the language that somebody chose. */
  function inChosenLanguage() {
    const query = new URLSearchParams(location.search);
    const lang = pending()?.lang;
    if (!query.has("state") || query.has("lang") || !lang || lang === language) return true;
    query.set("lang", lang);
    location.replace(location.pathname + "?" + query);
    return false;
  }

  async function exchange({ code, state, genuine }) {
    if (!genuine) throw new Refusal("stale");
    if (!code) throw new Refusal("refused");
    const response = await send("POST", "/api/patreon/exchange", { code, redirect_uri: own, state });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new Refusal("notTaken");
    const answer = await admitted(response);
    await entered(null, answer, answer.full_name || answer.email || answer.patreon_user_id);
    say("welcome");
  }

  async function arrive(back) {
    try {
      await exchange(back);
    } catch (refusal) {
      if (kept.read()) await enter();
      throw refusal;
    }
  }

  function view(name) {
    for (const each of byId("signed-out").querySelectorAll("[data-view]")) each.hidden = each.dataset.view !== name;
  }

  function clear(notice) {
    shown = null;
    forgetTokens();
    if (!notice) return;
    view(notice === "taken" ? "taken" : "welcome");
    // Whoever was reading with the keyboard goes on from where the page now begins.
    if (notice === "taken") byId("take-back").focus();
  }

  function wire() {
    clicks(byId("sign-in"), () => signIn());
    clicks(byId("take-back"), () => signIn(last));
    clicks(byId("sync"), sync);
    clicks(byId("renew"), renew);
    submits(byId("everywhere").querySelector("form"), signOutEverywhere);
    clicks(byId("sign-out"), signOut);
    if (byId("token-get")) {
      clicks(byId("token-get"), getToken);
      clicks(byId("token-refresh"), refreshToken);
    }
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    setInterval(look, LOOK_EVERY);
    const back = returned();
    const wiring = {
      tokens: (answer) => ({ access: answer.session_token }),
      load,
      clear,
      renewed: () => act(null, load),
    };
    begin(wiring, back && (() => arrive(back)));
  }

  if (!setup) byId("signed-out").hidden = false;
  else if (!setup.redirects.split(" ").includes(own)) {
    byId("own-address").textContent = own;
    view("address");
    byId("signed-out").hidden = false;
  } else if (inChosenLanguage()) wire();

  return { signIn, look, reload: () => act(null, load) };
})();
