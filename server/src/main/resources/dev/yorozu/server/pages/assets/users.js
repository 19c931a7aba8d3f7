// The page of the user API: sign-up and sign-in, one's profile, one's sessions.
"use strict";

(() => {
  const { byId, Refusal, send, value, patience, ask, say, showTime, row, list, leave, submits, clicks, entered, begin } = SignedIn;
  const FIELDS = ["first_name", "last_name", "phone", "address"];

  /** Whether there is a profile to change; otherwise the form makes one. */
  let exists = false;
  /** Those that are listed and are not this one. */
  let others = [];

  function credentials(form) {
    return { email: form.email.value.trim(), password: form.password.value, remember_me: form.remember.checked };
  }

  async function detail(response) {
    return String((await response.json().catch(() => ({}))).detail ?? "");
  }

  async function signIn(form) {
    const body = credentials(form);
    const response = await send("POST", "/auth/login", body);
    if (response.status === 400) throw new Refusal("invalid");
    if (response.status === 401) {
      form.password.select();
      const left = /\d+/.exec(await detail(response));
      throw left && left[0] !== "0" ? new Refusal("wrong", left[0]) : new Refusal("lastWrong");
    }
    await entered(form, await value(response), body.email);
  }

  async function signUp(form) {
    const body = credentials(form);
    const response = await send("POST", "/auth/signup", body);
    if (response.status === 400) throw new Refusal(/^password /.test(await detail(response)) ? "badPassword" : "invalid");
    if (response.status === 403) throw new Refusal("closed");
    if (response.status === 409) throw new Refusal("taken");
    await entered(form, await value(response), body.email);
    say("welcome");
  }

  function showProfile(answer) {
    exists = answer !== null;
    byId("profile-none").hidden = exists;
    byId("profile-shown").hidden = !exists;
    byId("profile-edit").open = !exists;
    byId("profile-edit").querySelector("summary").hidden = !exists;
    const form = byId("profile-form");
    for (const name of FIELDS) form.elements[name].value = exists ? answer.profile[name] : "";
    if (!exists) return;
    for (const name of [...FIELDS, "email"]) byId("profile-" + name).textContent = answer.profile[name] || "–";
    byId("from-cache").hidden = !answer.cached;
    byId("from-directory").hidden = answer.cached;
    if (answer.cached) showTime(byId("cached-at"), answer.cached_at);
  }

  /** Whoever read it too often this hour is told so in its place, and still sees the rest of the page. */
  async function loadProfile() {
    const response = await ask("GET", "/profile");
    const limited = response.status === 429;
    byId("profile-limited").hidden = !limited;
    byId("profile-body").hidden = limited;
    if (limited) byId("profile-again").textContent = patience(response);
    else showProfile(response.status === 404 ? null : await value(response));
  }

  async function saveProfile(form) {
    const body = Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value.trim()]));
    const response = await ask(exists ? "PUT" : "POST", "/profile", () => body);
    if (response.status === 400) throw new Refusal("invalid");
    if (response.status === 404 || response.status === 409) {
      // Another tab or device was quicker: what there is now is shown, and what was typed stays to be sent again.
      await loadProfile();
      for (const name of FIELDS) form.elements[name].value = body[name];
      byId("profile-edit").open = true;
      throw new Refusal("meanwhile");
    }
    showProfile(await value(response));
    say("saved");
  }

  function session(each) {
    const device = each.device_info;
    const shown = {
      id: each.session_id,
      current: each.is_current,
      program: device.browser,
      os: device.os,
      first: each.created_at,
      last: each.last_activity,
      address: each.ip_address || "",
    };
    return row(shown, () => end(each));
  }

  async function loadSessions() {
    const answer = await value(await ask("GET", "/sessions"));
    others = answer.sessions.filter((each) => !each.is_current);
    list(answer.sessions.map(session));
  }

  async function gone(id) {
    const response = await ask("DELETE", "/sessions/" + encodeURIComponent(id));
    if (response.status !== 404) await value(response);
    return response.status === 404;
  }

  async function end(each) {
    const already = await gone(each.session_id);
    if (each.is_current) return leave("signedOut");
    await loadSessions();
    say(already ? "gone" : "ended");
  }

  async function endOthers() {
    for (const each of others) await gone(each.session_id);
    await loadSessions();
    say("others");
  }

  async function endAll() {
    const answer = await value(await ask("DELETE", "/sessions"));
    leave("all", answer.count);
  }

  async function signOut() {
    const response = await ask("POST", "/auth/logout", (tokens) => ({ refresh_token: tokens.refresh }));
    if (response.status !== 401) await value(response);
    leave("signedOut");
  }

  async function load() {
    await loadSessions();
    await loadProfile();
  }

  /** Nobody who comes next reads what the one before wrote. */
  function clear() {
    byId("profile-form").reset();
    for (const name of [...FIELDS, "email"]) byId("profile-" + name).textContent = "";
    others = [];
  }

  function choose() {
    const up = location.hash === "#sign-up" && byId("sign-up-form") !== null;
    for (const each of byId("signed-out").querySelectorAll("[data-view]")) {
      each.hidden = (each.dataset.view === "sign-up") !== up;
    }
  }

  window.addEventListener("hashchange", choose);
  choose();
  submits(byId("sign-in-form"), signIn);
  if (byId("sign-up-form")) submits(byId("sign-up-form"), signUp);
  submits(byId("profile-form"), saveProfile);
  submits(byId("others").querySelector("form"), endOthers);
  submits(byId("all").querySelector("form"), endAll);
  clicks(byId("look-again"), loadProfile);
  clicks(byId("sign-out"), signOut);

  begin({
    renew: (token) => send("POST", "/auth/refresh", { refresh_token: token }),
    tokens: (answer) => ({
      access: answer.access_token,
      accessEnds: new Date(Date.now() + answer.expires_in * 1000).toISOString(),
      refresh: answer.refresh_token,
    }),
    load,
    clear,
  });
})();
