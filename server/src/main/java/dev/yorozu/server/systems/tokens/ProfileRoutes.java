package dev.yorozu.server.systems.tokens;

import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.util.List;

/** What people see and change of their own: the account, the devices, the password. */
final class ProfileRoutes {
    private final Gate<Caller> gate;
    private final DeviceDesk devices;
    private final PasswordDesk desk;
    private final Passwords passwords;

    ProfileRoutes(Gate<Caller> gate, DeviceDesk devices, PasswordDesk desk, Passwords passwords) {
        this.gate = gate;
        this.devices = devices;
        this.desk = desk;
        this.passwords = passwords;
    }

    Reply profile(Call call, Caller caller) {
        return Reply.json(200, TokensJson.profile(caller.account())).unkept();
    }

    Reply devices(Call call, Caller caller) {
        return Reply.json(200, list(caller)).unkept();
    }

    Reply devicesWithCurrent(Call call, Caller caller) {
        return Reply.json(
                        200,
                        new TokensJson.WithCurrent(
                                list(caller), devices.current(caller).orElse(null)))
                .unkept();
    }

    private List<TokensJson.DeviceJson> list(Caller caller) {
        return devices.devices(caller).stream().map(TokensJson::device).toList();
    }

    Reply endDevice(Call call, Caller caller) {
        boolean ended = TokensAccess.id(call.parameter("id"))
                .map(id -> devices.end(caller, id, gate.client(call)))
                .orElse(false);
        if (!ended) {
            throw TokensErrors.NO_SUCH_DEVICE.exception();
        }
        return Reply.json(200, new TokensJson.Message("The device is signed out and forgotten."))
                .unkept();
    }

    Reply changePassword(Call call, Caller caller) throws IOException {
        Fields fields = Fields.of(call, EntranceRoutes.MOST_BYTES);
        String current = fields.secret("currentPassword", Passwords.LONGEST);
        String next = EntranceRoutes.newPassword(fields, "newPassword", passwords);
        fields.check();
        return switch (desk.change(caller, current, next, gate.client(call))) {
            case PasswordDesk.Outcome.Changed changed ->
                Reply.json(200, new TokensJson.Revoked(changed.ended())).unkept();
            case PasswordDesk.Outcome.WrongPassword wrong ->
                throw TokensErrors.field("currentPassword", "is not right").exception();
            case PasswordDesk.Outcome.TooMany many ->
                throw TokensErrors.tooMany(many.retryAfterSeconds()).exception();
            case PasswordDesk.Outcome.Overtaken overtaken -> throw TokensErrors.OVERTAKEN.exception();
        };
    }
}
