package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Field;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.token.Issued;
import dev.yorozu.token.TokenSessions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The ways in and out: sign-up, sign-in, refresh, logout. */
final class AuthRoutes {
    /** More than all fields of any route together can take. */
    private static final int MOST_BYTES = 32 * 1024;

    private final Gate gate;
    private final Optional<Signups> signups;
    private final SignIns signIns;
    private final Refreshes refreshes;
    private final TokenSessions logins;
    private final UserTrail trail;
    private final Passwords passwords;
    private final Duration accessLife;

    /** @param signups empty where nobody may sign up */
    AuthRoutes(
            Gate gate,
            Optional<Signups> signups,
            SignIns signIns,
            Refreshes refreshes,
            TokenSessions logins,
            UserTrail trail,
            Passwords passwords,
            Duration accessLife) {
        this.gate = gate;
        this.signups = signups;
        this.signIns = signIns;
        this.refreshes = refreshes;
        this.logins = logins;
        this.trail = trail;
        this.passwords = passwords;
        this.accessLife = accessLife;
    }

    /** Whatever else is sent along is left alone: a role, above all. */
    Reply signUp(Call call) throws IOException {
        Signups open = signups.orElseThrow(UsersErrors.SIGNUP_CLOSED::exception);
        Fields fields = Fields.of(call, MOST_BYTES);
        String email = email(fields);
        String password = fields.secret("password", Passwords.LONGEST);
        if (!password.isEmpty()) {
            passwords.objection(password).ifPresent(objection -> fields.isFine("password", false, objection));
        }
        boolean remembered = fields.flag("remember_me");
        fields.check();
        Client client = gate.client(call);
        return switch (open.signUp(email, password, client)) {
            case AccountCreation.Taken taken -> throw UsersErrors.EMAIL_TAKEN.exception();
            case AccountCreation.Created created -> entered(201, enter(open, created.account(), remembered, client));
        };
    }

    /** An account whose owner is told of a fault is taken back, or they could not sign up once more. */
    private Issued enter(Signups open, Account account, boolean remembered, Client client) {
        Optional<Issued> entered;
        try {
            entered = signIns.enter(account, remembered, client);
        } catch (RuntimeException fault) {
            open.takeBack(account, fault);
            throw fault;
        }
        return entered.orElseThrow(UsersErrors.OVERTAKEN::exception);
    }

    Reply login(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String email = email(fields);
        String password = fields.secret("password", Passwords.LONGEST);
        boolean remembered = fields.flag("remember_me");
        fields.check();
        return switch (signIns.enter(email, password, remembered, gate.client(call))) {
            case SignIns.Outcome.Entered entered -> entered(200, entered.issued());
            case SignIns.Outcome.Refused refused ->
                throw UsersErrors.wrongCredentials(refused.remaining()).exception();
            case SignIns.Outcome.TooMany many ->
                throw UsersErrors.tooManyLogins(many.retryAfterSeconds()).exception();
        };
    }

    Reply refresh(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String token = fields.required("refresh_token", Jwts.LONGEST);
        fields.check();
        return entered(200, refreshes.refresh(token, gate.client(call)));
    }

    Reply logout(Call call, Caller caller) throws IOException {
        Optional<String> token = Optional.empty();
        if (!call.mediaType().isEmpty()) {
            Fields fields = Fields.of(call, MOST_BYTES);
            token = fields.text("refresh_token", Jwts.LONGEST);
            fields.check();
        }
        logins.logout(caller.granted(), token);
        trail.signedOut(gate.client(call), caller.user(), UsersJson.id(caller.session()));
        return Reply.json(200, new UsersJson.Message("Logged out successfully")).unkept();
    }

    Reply me(Call call, Caller caller) {
        Account account =
                gate.account(caller.user()).filter(Account::enabled).orElseThrow(UsersErrors.INVALID_TOKEN::exception);
        return Reply.json(200, UsersJson.me(account, caller.session())).unkept();
    }

    private Reply entered(int status, Issued issued) {
        return Reply.json(status, UsersJson.entered(issued, accessLife)).unkept();
    }

    private static String email(Fields fields) {
        String email = fields.required("email", Field.EMAIL.longest());
        if (!email.isEmpty()) {
            fields.isFine("email", Field.EMAIL.accepts(email), "is no valid email");
        }
        return email;
    }
}
