package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Field;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Role;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.PasswordSignIn;
import dev.yorozu.server.access.PasswordSignIn.Outcome;
import dev.yorozu.server.access.Registration;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.AccountFields;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.Issued;
import dev.yorozu.token.RefreshTokens;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The ways in and out: sign-in, refresh, logout, registration. */
record EntranceRoutes(
        Gate<Caller> gate,
        Settings settings,
        TokensAccess access,
        PasswordSignIn<DeviceSighting, DeviceLogin> signIn,
        RefreshTokens tokens,
        Refreshes exchange,
        DeviceOperations devices,
        Registration registration,
        Passwords passwords,
        InstantSource clock) {
    /** More than all fields of any route together can take. */
    static final int MOST_BYTES = 16 * 1024;

    private static final int LONGEST_IDENTIFIER = 254;
    private static final int LONGEST_TOKEN = 512;

    void declare(Routes routes) {
        WindowPolicy logins = TokensSettings.rate(settings, TokensSettings.LOGIN_RATE, "login");
        WindowPolicy refreshes = TokensSettings.rate(settings, TokensSettings.REFRESH_RATE, "refresh");
        WindowPolicy registrations = TokensSettings.rate(settings, TokensSettings.REGISTER_RATE, "register");
        routes.post("/api/entrance/auth/login", gate.open(this::login, gate.rate(logins)));
        routes.post("/api/entrance/refresh", gate.open(call -> refresh(call, refreshes)));
        routes.post("/api/entrance/register", gate.open(this::register, gate.rate(registrations)));
        routes.post("/api/entrance/logout", gate.signedIn(this::logout));
        routes.post("/api/entrance/logout-others", gate.signedIn(this::logoutOthers));
        routes.get("/api/entrance/verify", gate.open(this::verify));
    }

    private Reply login(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        Client client = gate.client(call);
        String identifier = fields.required("loginIdentifier", LONGEST_IDENTIFIER);
        String password = fields.secret("password", Passwords.LONGEST);
        DeviceSighting sighting = DeviceFields.required(call, fields, client);
        fields.check();
        return switch (signIn.enter(identifier, password, sighting, client)) {
            case Outcome.Entered<DeviceLogin> entered ->
                TokensJson.reply(TokensJson.entered(entered.account(), entered.issued(), clock.instant()));
            case Outcome.Refused<DeviceLogin> refused -> throw TokensErrors.WRONG_CREDENTIALS.exception();
            case Outcome.TooMany<DeviceLogin> many ->
                throw TokensErrors.tooMany(many.retryAfterSeconds()).exception();
        };
    }

    /** The count of the client's calls and the token's record are one trip to the store. */
    private Reply refresh(Call call, WindowPolicy rate) throws IOException {
        Optional<Issued> issued = gate.counted(rate, call, trip -> {
            Client client = gate.client(call);
            Fields fields = Fields.of(call, MOST_BYTES);
            String token = fields.required("refreshToken", LONGEST_TOKEN);
            DeviceSighting sighting = DeviceFields.optional(call, fields, client);
            fields.check();
            return tokens.present(trip, token).map(presented -> exchange.refresh(presented, sighting, client));
        });
        return TokensJson.reply(TokensJson.refreshed(
                issued.orElseThrow(TokensErrors.INVALID_REFRESH_TOKEN::exception), clock.instant()));
    }

    private Reply logout(Call call, Caller caller) throws IOException {
        if (!devices.signOut(caller, refreshToken(call), gate.client(call))) {
            throw TokensErrors.NOT_YOURS.exception();
        }
        return Reply.empty(204);
    }

    private Reply logoutOthers(Call call, Caller caller) throws IOException {
        OptionalInt ended = devices.signOutOthers(caller, refreshToken(call), gate.client(call));
        return TokensJson.reply(new TokensJson.Revoked(ended.orElseThrow(TokensErrors.NOT_YOURS::exception)));
    }

    private static String refreshToken(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String token = fields.required("refreshToken", LONGEST_TOKEN);
        fields.check();
        return token;
    }

    /** For servers that let others in by these tokens: asks the store alone, and once. */
    private Reply verify(Call call) {
        RoundTrip trip = gate.trip();
        RoundTrip.Answer<Jwt> token = access.token(trip, call);
        trip.send();
        Jwt jwt = token.get();
        long user = TokensAccess.id(jwt.subject()).orElseThrow(TokensErrors.INVALID_BEARER::exception);
        return TokensJson.reply(TokensJson.verified(user, jwt, clock.instant()));
    }

    private Reply register(Call call) throws IOException {
        if (settings.value(TokensSettings.REGISTRATION) == SystemSettings.Registration.CLOSED) {
            throw TokensErrors.REGISTRATION_CLOSED.exception();
        }
        Fields fields = Fields.of(call, MOST_BYTES);
        String loginId = AccountFields.required(fields, Field.LOGIN_ID);
        String username = AccountFields.required(fields, Field.USERNAME);
        String email = AccountFields.required(fields, Field.EMAIL);
        String password = AccountFields.newPassword(fields, "password", passwords);
        fields.check();
        NewAccount wanted = new NewAccount(loginId, username, email, passwords.hash(password), Set.of(Role.USER));
        return switch (registration.register(wanted, gate.client(call))) {
            case AccountCreation.Created created ->
                Reply.json(201, new TokensJson.Registered(created.account().id()))
                        .unkept();
            case AccountCreation.Taken taken ->
                throw TokensErrors.taken(taken.field().label()).exception();
        };
    }
}
