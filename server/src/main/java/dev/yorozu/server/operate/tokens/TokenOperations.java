package dev.yorozu.server.operate.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Device;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.store.Life;
import dev.yorozu.token.Login;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * What an operator can do with logins by tokens. Users are named by id, or by login id or e-mail address where the directory
 * knows them; logins by their public id. No answer holds a token. What is ended at an operator's wish is written down.
 */
public record TokenOperations(TokenSource source, AuditLog audit, InstantSource clock) {
    /** The name of the system among those that users are signed in to. */
    public static final String SYSTEM = "tokens";

    private static final String NO_SUCH_USER = "no_such_user";
    private static final String NO_USER = "There is no user of this name.";
    private static final String NO_SUCH_TOKEN = "no_such_token";
    private static final String NO_TOKEN = "No system of this name has a token of this id.";

    /** The logins of a user that live, newest first. */
    public static final Operation<User, Optional<UserLogins>> LIST =
            Operation.post("/tokens/list", User.class, UserLogins.class).or(404, NO_SUCH_USER, NO_USER);

    public static final Operation<EndRequest, Ended> END = Operation.post("/tokens/end", EndRequest.class, Ended.class);

    /** Ends all logins of a user, but for one if that is named. */
    public static final Operation<EndAllRequest, Ended> END_ALL =
            Operation.post("/tokens/end-all", EndAllRequest.class, Ended.class);

    /** Ends everything that was issued before a time, which is not in the future. */
    public static final Operation<InvalidateRequest, Optional<Ended>> INVALIDATE_BEFORE = Operation.post(
                    "/tokens/invalidate-before", InvalidateRequest.class, Ended.class)
            .or(404, NO_SUCH_USER, NO_USER);

    /** Says what there is to know of an access token or refresh token. Spends nothing. */
    public static final Operation<Token, Inspection> INSPECT =
            Operation.post("/tokens/inspect", Token.class, Inspection.class);

    /** Revokes an access token by its id alone, for as long as any could live. */
    public static final Operation<TokenId, Optional<RevokedToken>> REVOKE =
            Operation.post("/tokens/revoke", TokenId.class, RevokedToken.class).or(404, NO_SUCH_TOKEN, NO_TOKEN);

    /** Whether an access token is revoked by its id. */
    public static final Operation<TokenId, Optional<RevokedToken>> REVOKED =
            Operation.post("/tokens/revoked", TokenId.class, RevokedToken.class).or(404, NO_SUCH_TOKEN, NO_TOKEN);

    /** Makes a new key that a system signs with from now on; what older ones signed is accepted until it ends. */
    public static final Operation<SystemName, Optional<NewSigningKey>> NEW_KEY = Operation.post(
                    "/signing-keys/new", SystemName.class, NewSigningKey.class)
            .or(404, "no_such_system", "There is no system of this name that signs tokens.");

    private static final String OPERATOR = "operator";
    private static final String DEVICE = "DevicePublicId";

    public record User(String user) {
        public User {
            InvalidRequest.requireUser(user);
        }
    }

    public record EndRequest(String user, String login) {
        public EndRequest {
            InvalidRequest.requireUser(user);
        }
    }

    /** @param except the public id of one to keep, or an empty text */
    public record EndAllRequest(String user, String except) {
        public EndAllRequest {
            InvalidRequest.requireUser(user);
        }
    }

    /** How many logins were ended. */
    public record Ended(int ended) {}

    /** @param time an instant in ISO 8601 */
    public record InvalidateRequest(String time, String user) {
        public InvalidateRequest {
            InvalidRequest.requireInstant("time", time);
            InvalidRequest.requireUser(user);
        }
    }

    /** A token itself. Its text form does not show it. */
    public record Token(String token) {
        @Override
        public String toString() {
            return "Token";
        }
    }

    public record TokenId(String system, String id) {}

    public record SystemName(String system) {}

    public void bind(LocalOperations operations) {
        Inspector inspector = new Inspector(source, this::named);
        operations
                .on(LIST, request -> logins(request.user()))
                .on(END, request -> new Ended(end(request.user(), request.login()) ? 1 : 0))
                .on(
                        END_ALL,
                        request -> new Ended(endAll(
                                request.user(), Optional.of(request.except()).filter(login -> !login.isEmpty()))))
                .on(INVALIDATE_BEFORE, request -> invalidateBefore(request.user(), Instant.parse(request.time())))
                .on(INSPECT, request -> inspector.inspect(request.token()))
                .on(REVOKE, this::revoke)
                .on(REVOKED, this::revoked)
                .on(NEW_KEY, this::newKey);
    }

    public Optional<UserLogins> logins(String user) {
        Optional<Account> account = account(user);
        Optional<String> id = id(user, account);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        List<Device> devices = account.map(this::devices).orElse(List.of());
        List<LoginSummary> lines = source.refresh().list(id.get()).stream()
                .map(login -> line(login, devices))
                .toList();
        return Optional.of(new UserLogins(id.get(), account.map(Account::loginId), lines));
    }

    public boolean end(String user, String login) {
        Optional<String> id = id(user, account(user));
        boolean ended = id.isPresent()
                && source.refresh().endWhere(id.get(), each -> each.id().equals(login)) > 0;
        if (ended) {
            audit.append(event(id.get(), "revoke").about(login, login));
        }
        return ended;
    }

    public int endAll(String user, Optional<String> kept) {
        Optional<String> id = id(user, account(user));
        if (id.isEmpty()) {
            return 0;
        }
        int ended = kept.isPresent()
                ? source.refresh().endAllBut(id.get(), kept.get())
                : source.refresh().endAll(id.get());
        if (ended > 0) {
            audit.append(event(id.get(), "revoke-all").about("all", "all"));
        }
        return ended;
    }

    private Optional<Ended> invalidateBefore(String user, Instant time) {
        if (time.isAfter(clock.instant())) {
            throw InvalidRequest.answer("The time is in the future: tokens can be invalidated up to now.");
        }
        Optional<String> id = id(user, account(user));
        if (id.isEmpty()) {
            return Optional.empty();
        }
        int ended = source.refresh().invalidateBefore(id.get(), time);
        audit.append(event(id.get(), "invalidate-before").about(time.toString(), "all"));
        return Optional.of(new Ended(ended));
    }

    private Optional<RevokedToken> revoke(TokenId token) {
        String system = token.system();
        String id = token.id();
        Optional<TokenSource.ShortLived> access = access(system, id);
        access.ifPresent(each -> {
            each.tokens().revoke(id, clock.instant().plus(each.life()));
            audit.append(Event.of(clock.instant(), Kind.TOKEN, system, "blacklist")
                    .from(OPERATOR)
                    .about(id, id));
        });
        return access.map(each -> found(each, system, id));
    }

    private Optional<RevokedToken> revoked(TokenId token) {
        return access(token.system(), token.id()).map(each -> found(each, token.system(), token.id()));
    }

    private Optional<NewSigningKey> newKey(SystemName request) {
        return source.keys(request.system()).map(keys -> {
            Optional<String> made =
                    keys.rotate().map(rotated -> rotated.newest().name());
            made.ifPresent(name -> audit.append(Event.of(clock.instant(), Kind.TOKEN, request.system(), "new-key")
                    .from(OPERATOR)
                    .about(name, name)));
            return new NewSigningKey(made, made.isEmpty());
        });
    }

    private Optional<TokenSource.ShortLived> access(String system, String id) {
        return source.access(system).filter(each -> each.tokens().isId(id));
    }

    private RevokedToken found(TokenSource.ShortLived access, String system, String id) {
        Optional<Life> life = access.tokens().revocation(id);
        Optional<Instant> until = life.flatMap(left ->
                left instanceof Life.Ends ends ? Optional.of(clock.instant().plus(ends.left())) : Optional.empty());
        return new RevokedToken(system, id, life.isPresent(), until);
    }

    private Event event(String user, String action) {
        return Event.of(clock.instant(), Kind.TOKEN, SYSTEM, action)
                .by(Optional.of(user))
                .from(OPERATOR);
    }

    /** The account of a user whom the directory knows by any name. */
    public Optional<Account> account(String user) {
        return source.directory().flatMap(directory -> Accounts.named(directory, user));
    }

    private List<Device> devices(Account account) {
        return source.directory()
                .map(directory -> directory.devices(account.id()))
                .orElse(List.of());
    }

    /** The id in the store. Other programs may keep tokens there for users whom the directory does not know. */
    private Optional<String> id(String user, Optional<Account> account) {
        Optional<String> known = account.map(found -> Long.toString(found.id()));
        if (known.isPresent() || !TokenKeys.USER_ACCESS.parts().getFirst().accepts(user)) {
            return known;
        }
        return source.refresh().list(user).isEmpty() ? Optional.empty() : Optional.of(user);
    }

    private Inspector.Name named(String user, Optional<Login> login) {
        Optional<Account> account = account(user);
        Optional<String> device = login.flatMap(found -> found.attributes().text(DEVICE));
        Optional<String> name = account.flatMap(owner -> device.flatMap(id -> name(devices(owner), id)));
        return new Inspector.Name(account.map(Account::loginId), name.or(() -> device));
    }

    private static LoginSummary line(Login login, List<Device> devices) {
        Optional<String> device = login.attributes().text(DEVICE);
        Optional<Device> known = device.flatMap(id -> find(devices, id));
        return new LoginSummary(
                login.id(),
                device,
                device.flatMap(id -> name(devices, id)),
                known.map(Device::client).orElse(""),
                known.map(each -> each.os().text()).orElse(""),
                login.beganAt(),
                login.issuedAt(),
                login.endsAt(),
                login.access());
    }

    private static Optional<String> name(List<Device> devices, String publicId) {
        return find(devices, publicId)
                .map(device -> device.name().isEmpty() ? device.client() : device.name())
                .filter(name -> !name.isEmpty());
    }

    private static Optional<Device> find(List<Device> devices, String publicId) {
        return devices.stream()
                .filter(device -> device.publicId().toString().equals(publicId))
                .findFirst();
    }
}
