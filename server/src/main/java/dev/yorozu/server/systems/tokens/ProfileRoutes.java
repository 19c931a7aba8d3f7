package dev.yorozu.server.systems.tokens;

import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.AccountFields;
import java.io.IOException;
import java.util.List;

/** What people see and change of their own: the account, the devices, the password. */
record ProfileRoutes(
        Gate<Caller> gate, Settings settings, DeviceOperations devices, PasswordChanges changes, Passwords passwords) {
    void declare(Routes routes) {
        WindowPolicy rate = TokensSettings.rate(settings, TokensSettings.PASSWORD_RATE, "password");
        routes.get("/api/profile", gate.signedIn(this::profile));
        routes.get("/api/profile/devices", gate.signedIn(this::devices));
        routes.get("/api/profile/devices/with-current", gate.signedIn(this::devicesWithCurrent));
        routes.delete("/api/profile/devices/{id}", gate.signedIn(this::endDevice));
        routes.put("/api/profile/password", gate.signedIn(this::changePassword, gate.rate(rate)));
    }

    private Reply profile(Call call, Caller caller) {
        return TokensJson.reply(TokensJson.profile(caller.account()));
    }

    private Reply devices(Call call, Caller caller) {
        return TokensJson.reply(list(caller));
    }

    private Reply devicesWithCurrent(Call call, Caller caller) {
        return TokensJson.reply(
                new TokensJson.WithCurrent(list(caller), devices.current(caller).orElse(null)));
    }

    private List<TokensJson.DeviceJson> list(Caller caller) {
        return devices.devices(caller).stream().map(TokensJson::device).toList();
    }

    private Reply endDevice(Call call, Caller caller) {
        boolean ended = TokensAccess.id(call.parameter("id"))
                .map(id -> devices.end(caller, id, gate.client(call)))
                .orElse(false);
        if (!ended) {
            throw TokensErrors.NO_SUCH_DEVICE.exception();
        }
        return TokensJson.reply(new TokensJson.Message("The device is signed out and forgotten."));
    }

    private Reply changePassword(Call call, Caller caller) throws IOException {
        Fields fields = Fields.of(call, EntranceRoutes.MOST_BYTES);
        String current = fields.secret("currentPassword", Passwords.LONGEST);
        String next = AccountFields.newPassword(fields, "newPassword", passwords);
        fields.check();
        return switch (changes.change(caller, current, next, gate.client(call))) {
            case PasswordChanges.Outcome.Changed changed -> TokensJson.reply(new TokensJson.Revoked(changed.ended()));
            case PasswordChanges.Outcome.WrongPassword wrong ->
                throw TokensErrors.field("currentPassword", "is not right").exception();
            case PasswordChanges.Outcome.TooMany many ->
                throw TokensErrors.tooMany(many.retryAfterSeconds()).exception();
            case PasswordChanges.Outcome.Overtaken overtaken -> throw TokensErrors.OVERTAKEN.exception();
        };
    }
}
