// The page of one's devices at the token store.
"use strict";

(() => {
  const { byId, kept, Refusal, send, value, renew, ask, say, showTime, row, list, leave, submits, clicks, entered, enter, begin } =
    SignedIn;

  function device(each, current) {
    const shown = {
      id: "device-" + each.id,
      current,
      name: each.name,
      program: each.client,
      os: each.os,
      first: each.firstSeenAt,
      last: each.lastSeenAt,
      address: each.lastIpMasked || "",
    };
    return row(shown, () => remove(each.id, current));
  }

  async function load() {
    const answer = await value(await ask("GET", "/api/profile/devices/with-current"));
    list(answer.devices.map((each) => device(each, each.publicId === answer.currentDevicePublicId)));
    showTokens();
  }

  function showTokens() {
    const tokens = kept.read();
    if (!tokens) throw new Refusal("over");
    showTime(byId("access-end"), tokens.accessEnds);
    showTime(byId("refresh-end"), tokens.refreshEnds);
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
    await entered(form, answer, answer.username || answer.loginId);
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
      leave("signedOut");
      return;
    }
    await load();
    say(response.status === 404 ? "gone" : "removed");
  }

  async function signOutOthers() {
    await value(await ask("POST", "/api/entrance/logout-others", (tokens) => ({ refreshToken: tokens.refresh })));
    await load();
    say("others");
  }

  async function signOut() {
    const response = await ask("POST", "/api/entrance/logout", (tokens) => ({ refreshToken: tokens.refresh }));
    if (response.status !== 401) await value(response);
    leave("signedOut");
  }

  async function changePassword(form) {
    const body = { currentPassword: form.current.value, newPassword: form.next.value };
    const response = await ask("PUT", "/api/profile/password", () => body);
    if (response.status === 400) {
      const { details } = await response.json().catch(() => ({}));
      const current = Boolean(details?.currentPassword);
      form.elements[current ? "current" : "next"].select();
      throw new Refusal(current ? "wrongPassword" : "badPassword");
    }
    if (response.status === 409) throw new Refusal("meanwhile");
    const answer = await value(response);
    forgetPasswords();
    await load();
    say("password", answer.revokedCount);
  }

  /** Nobody who comes next finds what the one before typed. */
  function forgetPasswords() {
    byId("password-form").reset();
    byId("password-change").open = false;
  }

  submits(byId("sign-in-form"), signIn);
  submits(byId("password-form"), changePassword);
  submits(byId("others").querySelector("form"), signOutOthers);
  clicks(byId("sign-out"), signOut);
  clicks(byId("renew"), async () => {
    await renew();
    await enter();
    say("renewed");
  });

  begin({
    renew: (token) => send("POST", "/api/entrance/refresh", { refreshToken: token }),
    tokens: (answer) => ({
      access: answer.accessToken,
      accessEnds: answer.expiresAt,
      refresh: answer.refreshToken,
      refreshEnds: answer.refreshExpiresAt,
    }),
    load,
    clear: forgetPasswords,
    renewed: showTokens,
  });
})();
