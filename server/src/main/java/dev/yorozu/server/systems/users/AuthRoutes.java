package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Field;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.NewAccount;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.PasswordSignIn;
import dev.yorozu.server.access.PasswordSignIn.Outcome;
import dev.yorozu.server.access.Registration;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.KeptAccount;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.AccountFields;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.session.Session;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.Issued;
import dev.yorozu.token.TokenSessions;
import java.io.IOException;
import java.util.Optional;

/** The ways in and out: sign-up, sign-in, refresh, logout. */
record AuthRoutes(
        Gate<Caller> gate,
        Settings settings,
        UsersAccess access,
        Registration registration,
        PasswordSignIn<Boolean, Issued> signIn,
        Refreshes refreshes,
        TokenSessions logins,
        AuditTrail trail,
        AccountHistory history,
        Passwords passwords,
        RandomTokens random) {
    /** More than all fields of any route together can take. */
    private static final int MOST_BYTES = 32 * 1024;

    void declare(Routes routes) {
        routes.post("/auth/signup", limited(UsersSettings.SIGNUP_RATE, "signup", this::signUp));
        routes.post("/auth/login", limited(UsersSettings.LOGIN_RATE, "login", this::login));
        WindowPolicy refreshes = UsersSettings.rate(settings, UsersSettings.REFRESH_RATE, "refresh");
        routes.post("/auth/refresh", gate.open(call -> refresh(call, refreshes)));
        routes.post("/auth/logout", gate.signedIn(this::logout));
        routes.get("/auth/me", gate.open(this::me));
    }

    private Endpoint limited(Setting<Integer> rate, String name, Endpoint endpoint) {
        return gate.open(endpoint, gate.rate(UsersSettings.rate(settings, rate, name)));
    }

    /** Whatever else is sent along is left alone: a role, above all. */
    private Reply signUp(Call call) throws IOException {
        if (settings.value(UsersSettings.SIGNUP) == SystemSettings.Registration.CLOSED) {
            throw UsersErrors.SIGNUP_CLOSED.exception();
        }
        Fields fields = Fields.of(call, MOST_BYTES);
        String email = AccountFields.required(fields, Field.EMAIL);
        String password = AccountFields.newPassword(fields, "password", passwords);
        boolean remembered = fields.flag("remember_me");
        fields.check();
        Client client = gate.client(call);
        NewAccount wanted = NewAccount.byEmail(email, passwords.hash(password), random);
        return switch (registration.register(wanted, client)) {
            case AccountCreation.Taken taken -> throw UsersErrors.EMAIL_TAKEN.exception();
            case AccountCreation.Created created -> entered(201, enter(created.account(), remembered, client));
        };
    }

    /** An account whose owner is told of a fault is taken back, or they could not sign up once more. */
    private Issued enter(Account account, boolean remembered, Client client) {
        Optional<Issued> entered;
        try {
            entered = signIn.enter(account, remembered, client);
        } catch (RuntimeException fault) {
            registration.takeBack(account, fault);
            throw fault;
        }
        return entered.orElseThrow(UsersErrors.OVERTAKEN::exception);
    }

    private Reply login(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String email = AccountFields.required(fields, Field.EMAIL);
        String password = fields.secret("password", Passwords.LONGEST);
        boolean remembered = fields.flag("remember_me");
        fields.check();
        return switch (signIn.enter(email, password, remembered, gate.client(call))) {
            case Outcome.Entered<Issued> entered -> entered(200, entered.issued());
            case Outcome.Refused<Issued> refused ->
                throw UsersErrors.wrongCredentials(refused.remaining()).exception();
            case Outcome.TooMany<Issued> many ->
                throw UsersErrors.tooManyLogins(many.retryAfterSeconds()).exception();
        };
    }

    /** The count of the client's calls, the session and the account are one trip to the store. */
    private Reply refresh(Call call, WindowPolicy rate) throws IOException {
        Issued issued = gate.counted(rate, call, trip -> {
            Fields fields = Fields.of(call, MOST_BYTES);
            String token = fields.required("refresh_token", Jwts.LONGEST);
            fields.check();
            return refreshes.refresh(trip, token, gate.client(call));
        });
        return entered(200, issued);
    }

    private Reply logout(Call call, Caller caller) throws IOException {
        Optional<String> token = Optional.empty();
        if (!call.mediaType().isEmpty()) {
            Fields fields = Fields.of(call, MOST_BYTES);
            token = fields.text("refresh_token", Jwts.LONGEST);
            fields.check();
        }
        logins.logout(caller.granted(), token);
        trail.signedOut(gate.client(call), caller.user(), UsersJson.id(caller.session()));
        history.add(caller.user(), HistoryEvent.Type.SIGNED_OUT, gate.client(call), "");
        return UsersJson.reply(new UsersJson.Message("Logged out successfully"));
    }

    /** What the store has to say of the token, and the account, are one trip. */
    private Reply me(Call call) {
        Verification.Valid verified = access.verified(call);
        RoundTrip trip = gate.trip();
        RoundTrip.Answer<Caller> caller = access.check(trip, verified);
        RoundTrip.Answer<Optional<KeptAccount>> account =
                access.enabled(trip, verified.jwt().subject());
        trip.send();
        Session session = caller.get().session();
        return UsersJson.me(account.get().orElseThrow(UsersErrors.INVALID_TOKEN::exception), session);
    }

    private Reply entered(int status, Issued issued) {
        return Reply.json(status, UsersJson.entered(issued, settings.value(UsersSettings.JWT.life())))
                .unkept();
    }
}
