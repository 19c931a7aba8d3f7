// The account page of the token store. All it does it asks of the system's own interface, as any app would.
"use strict";

(() => {
  const root = document.getElementById("devices");
  const base = root.dataset.base;
  const place = "yorozu.tokens " + base;
  const language = document.documentElement.lang;
  const byId = (id) => document.getElementById(id);

  // Kept for all tabs of this origin: two tabs with copies of one refresh token would look like a thief to the server.
  const kept = {
    read() {
      try {
        return JSON.parse(localStorage.getItem(place));
      } catch {
        return null;
      }
    },
    write(tokens) {
      localStorage.setItem(place, JSON.stringify(tokens));
    },
    forget() {
      localStorage.removeItem(place);
    },
  };

  /** What the page says when a request was refused; the name is that of a notice. */
  class Refusal extends Error {
    constructor(notice) {
      super(notice);
      this.notice = notice;
    }
  }

  async function send(method, path, body, access) {
    const headers = { Accept: "application/json" };
    if (body) headers["Content-Type"] = "application/json";
    if (access) headers.Authorization = "Bearer " + access;
    try {
      return await fetch(base + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        cache: "no-store",
        credentials: "omit",
      });
    } catch {
      throw new Refusal("lost");
    }
  }

  /** The answer's value; every other status than a good one or a listed one becomes a refusal. */
  async function value(response) {
    if (response.status === 429) throw new Refusal("wait");
    if (response.status === 401) throw new Refusal("over");
    if (!response.ok) throw new Refusal("down");
    return response.status === 204 ? null : response.json();
  }

  function keep(answer, login) {
    const tokens = {
      access: answer.accessToken,
      accessEnds: answer.expiresAt,
      refresh: answer.refreshToken,
      refreshEnds: answer.refreshExpiresAt,
      login,
    };
    kept.write(tokens);
    return tokens;
  }

  /** One tab renews at a time, where the browser can see to it; elsewhere the server's grace covers for the others. */
  function alone(work) {
    return navigator.locks ? navigator.locks.request(place, work) : work();
  }

  function renew(wanted) {
    return alone(async () => {
      const tokens = kept.read();
      if (!tokens) throw new Refusal("over");
      if (wanted && tokens.access !== wanted) return tokens;
      const response = await send("POST", "/api/entrance/refresh", { refreshToken: tokens.refresh });
      if (response.status === 401) kept.forget();
      return keep(await value(response), tokens.login);
    });
  }

  /** Asks with the access token, and once more with a renewed one when it is not taken any longer. */
  async function ask(method, path, body) {
    let tokens = kept.read();
    if (!tokens) throw new Refusal("over");
    if (Date.parse(tokens.accessEnds) < Date.now() + 5000) tokens = await renew(tokens.access);
    let response = await send(method, path, body && body(tokens), tokens.access);
    if (response.status === 401) {
      tokens = await renew(tokens.access);
      response = await send(method, path, body && body(tokens), tokens.access);
    }
    if (response.status === 401) kept.forget();
    return response;
  }

  function say(name) {
    const text = byId("notices").content.querySelector(`[data-notice="${name}"]`);
    const notice = byId("notice");
    notice.textContent = text.textContent;
    notice.className = text.classList.contains("bad") ? "notice bad" : "notice";
    notice.hidden = false;
  }

  const UNITS = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];

  function showTime(element, instant) {
    const at = new Date(instant);
    const seconds = Math.round((at - Date.now()) / 1000);
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= 0.95 * length) || UNITS[3];
    element.dateTime = at.toISOString();
    element.title = at.toLocaleString(language);
    element.textContent = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
      .format(Math.round(seconds / size), unit);
  }

  function showTokens() {
    const tokens = kept.read();
    if (!tokens) return;
    byId("who").textContent = tokens.login;
    showTime(byId("access-end"), tokens.accessEnds);
    showTime(byId("refresh-end"), tokens.refreshEnds);
  }

  function row(device, current) {
    const item = byId("device").content.cloneNode(true).firstElementChild;
    const part = (name) => item.querySelector(`[data-part="${name}"]`);
    item.id = "device-" + device.id;
    part("current").hidden = !current;
    part("name").textContent = device.name || device.deviceType;
    part("client").textContent = device.client || "";
    part("os").textContent = device.os === "Unknown" ? "" : device.os;
    showTime(part("firstSeenAt"), device.firstSeenAt);
    showTime(part("lastSeenAt"), device.lastSeenAt);
    part("address").textContent = device.lastIpMasked || "";
    item.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      act(event.submitter, () => remove(device.id, current));
    });
    return item;
  }

  function show(signedIn) {
    byId("signed-in").hidden = !signedIn;
    byId("signed-out").hidden = signedIn;
  }

  async function list() {
    const answer = await value(await ask("GET", "/api/profile/devices/with-current"));
    const rows = answer.devices.map((device) => row(device, device.publicId === answer.currentDevicePublicId));
    byId("list").replaceChildren(...rows);
    byId("others").hidden = rows.length < 2;
    byId("others").open = false;
    showTokens();
    show(true);
  }

  async function signIn(form) {
    const body = {
      loginIdentifier: form.identifier.value.trim(),
      password: form.password.value,
      deviceType: "Browser",
      os: system(),
      userAgent: navigator.userAgent.slice(0, 200),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 50),
    };
    if (form.deviceName.value.trim()) body.deviceName = form.deviceName.value.trim();
    const response = await send("POST", "/api/entrance/auth/login", body);
    if (response.status === 400 || response.status === 401) throw new Refusal("wrong");
    const answer = await value(response);
    keep(answer, answer.username || answer.loginId);
    form.reset();
    byId("notice").hidden = true;
    await list();
  }

  function system() {
    const agent = navigator.userAgent;
    const known = [["Android", "Android"], ["iPhone|iPad", "iOS"], ["Windows", "Windows"], ["Mac OS", "MacOS"], ["Linux", "Linux"]];
    const found = known.find(([pattern]) => new RegExp(pattern).test(agent));
    return found ? found[1] : "Unknown";
  }

  async function remove(id, current) {
    const response = await ask("DELETE", "/api/profile/devices/" + id);
    if (response.status !== 404) await value(response);
    if (current) {
      kept.forget();
      leave("signedOut");
      return;
    }
    await list();
    say(response.status === 404 ? "gone" : "removed");
  }

  async function signOutOthers() {
    await value(await ask("POST", "/api/entrance/logout-others", (tokens) => ({ refreshToken: tokens.refresh })));
    await list();
    say("others");
  }

  async function signOut() {
    const response = await ask("POST", "/api/entrance/logout", (tokens) => ({ refreshToken: tokens.refresh }));
    if (response.status !== 401) await value(response);
    kept.forget();
    leave("signedOut");
  }

  function leave(notice) {
    byId("list").replaceChildren();
    show(false);
    say(notice);
  }

  /** Does what a button asks for, once at a time, and says what came of it. */
  async function act(button, work) {
    if (button) button.disabled = true;
    try {
      await work();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.notice === "over") leave("over");
      else {
        show(kept.read() !== null);
        say(refusal.notice);
      }
    } finally {
      if (button) button.disabled = false;
    }
  }

  byId("sign-in-form").addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.submitter, () => signIn(event.target));
  });
  byId("sign-out").addEventListener("click", (event) => act(event.currentTarget, signOut));
  byId("renew").addEventListener("click", (event) =>
    act(event.currentTarget, async () => {
      await renew();
      await list();
      say("renewed");
    }));
  byId("others").querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.submitter, signOutOthers);
  });
  // What another tab does, this one shows.
  window.addEventListener("storage", (event) => {
    if (event.key !== place) return;
    if (kept.read() === null) leave("signedOut");
    else act(null, list);
  });
  setInterval(showTokens, 15000);

  if (kept.read() === null) show(false);
  else act(null, list);
})();
