package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Field;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;

/** The ways in and out: sign-in, refresh, logout, registration. */
final class EntranceRoutes {
    /** More than all fields of any route together can take. */
    static final int MOST_BYTES = 16 * 1024;

    private static final int LONGEST_IDENTIFIER = 254;
    private static final int LONGEST_TOKEN = 512;

    private final Gate<Caller> gate;
    private final TokensAccess access;
    private final SignIns signIns;
    private final RefreshTokens tokens;
    private final WindowPolicy refreshRate;
    private final Refreshes refreshes;
    private final Logouts logouts;
    private final Optional<Registrations> registrations;
    private final Passwords passwords;
    private final InstantSource clock;

    /** @param registrations empty where registration is closed */
    EntranceRoutes(
            Gate<Caller> gate,
            TokensAccess access,
            SignIns signIns,
            RefreshTokens tokens,
            WindowPolicy refreshRate,
            Refreshes refreshes,
            Logouts logouts,
            Optional<Registrations> registrations,
            Passwords passwords,
            InstantSource clock) {
        this.gate = gate;
        this.access = access;
        this.signIns = signIns;
        this.tokens = tokens;
        this.refreshRate = refreshRate;
        this.refreshes = refreshes;
        this.logouts = logouts;
        this.registrations = registrations;
        this.passwords = passwords;
        this.clock = clock;
    }

    Reply login(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        Client client = gate.client(call);
        String identifier = fields.required("loginIdentifier", LONGEST_IDENTIFIER);
        String password = fields.secret("password", Passwords.LONGEST);
        DeviceSighting sighting = DeviceFields.required(call, fields, client);
        fields.check();
        return switch (signIns.enter(identifier, password, sighting, client)) {
            case SignIns.Outcome.Entered entered ->
                Reply.json(
                                200,
                                TokensJson.entered(
                                        entered.account(), entered.issued(), entered.device(), clock.instant()))
                        .unkept();
            case SignIns.Outcome.Refused refused -> throw TokensErrors.WRONG_CREDENTIALS.exception();
            case SignIns.Outcome.TooMany many ->
                throw TokensErrors.tooMany(many.retryAfterSeconds()).exception();
        };
    }

    /** The count of the client's calls and the token's record are one trip to the store. */
    Reply refresh(Call call) throws IOException {
        Client client = gate.client(call);
        RoundTrip trip = gate.trip();
        RoundTrip.Answer<Decision> rate = gate.count(trip, refreshRate, call);
        Fields fields;
        String token;
        DeviceSighting sighting;
        try {
            fields = Fields.of(call, MOST_BYTES);
            token = fields.required("refreshToken", LONGEST_TOKEN);
            sighting = DeviceFields.optional(call, fields, client);
            fields.check();
        } catch (ProblemException malformed) {
            trip.send();
            rate.get();
            throw malformed;
        }
        RoundTrip.Answer<Optional<Presented>> presented = tokens.present(trip, token);
        trip.send();
        rate.get();
        Issued issued = refreshes
                .refresh(presented.get(), sighting, client)
                .orElseThrow(TokensErrors.INVALID_REFRESH_TOKEN::exception);
        return Reply.json(200, TokensJson.refreshed(issued, clock.instant())).unkept();
    }

    Reply logout(Call call, Caller caller) throws IOException {
        if (!logouts.end(caller, refreshToken(call), gate.client(call))) {
            throw TokensErrors.NOT_YOURS.exception();
        }
        return Reply.empty(204);
    }

    Reply logoutOthers(Call call, Caller caller) throws IOException {
        OptionalInt ended = logouts.endOthers(caller, refreshToken(call), gate.client(call));
        return Reply.json(200, new TokensJson.Revoked(ended.orElseThrow(TokensErrors.NOT_YOURS::exception)))
                .unkept();
    }

    private static String refreshToken(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String token = fields.required("refreshToken", LONGEST_TOKEN);
        fields.check();
        return token;
    }

    /** For servers that let others in by these tokens: asks the store alone, and once. */
    Reply verify(Call call) {
        RoundTrip trip = gate.trip();
        RoundTrip.Answer<Jwt> token = access.token(trip, call);
        trip.send();
        Jwt jwt = token.get();
        long user = TokensAccess.id(jwt.subject()).orElseThrow(TokensErrors.INVALID_BEARER::exception);
        return Reply.json(200, TokensJson.verified(user, jwt, clock.instant())).unkept();
    }

    Reply register(Call call) throws IOException {
        Registrations open = registrations.orElseThrow(TokensErrors.REGISTRATION_CLOSED::exception);
        Fields fields = Fields.of(call, MOST_BYTES);
        String loginId = text(fields, Field.LOGIN_ID);
        String username = text(fields, Field.USERNAME);
        String email = text(fields, Field.EMAIL);
        String password = newPassword(fields, "password", passwords);
        fields.check();
        return switch (open.register(loginId, username, email, password, gate.client(call))) {
            case AccountCreation.Created created ->
                Reply.json(201, new TokensJson.Registered(created.account().id()))
                        .unkept();
            case AccountCreation.Taken taken ->
                throw TokensErrors.taken(taken.field().label()).exception();
        };
    }

    private static String text(Fields fields, Field field) {
        String text = fields.required(field.label(), field.longest());
        if (!text.isEmpty()) {
            fields.isFine(field.label(), field.accepts(text), "is no valid " + field.label());
        }
        return text;
    }

    /** A password that somebody chose; what is to be said against it is told under the field's name. */
    static String newPassword(Fields fields, String name, Passwords passwords) {
        String password = fields.secret(name, Passwords.LONGEST);
        if (!password.isEmpty()) {
            passwords.objection(password).ifPresent(objection -> fields.isFine(name, false, objection));
        }
        return password;
    }
}
