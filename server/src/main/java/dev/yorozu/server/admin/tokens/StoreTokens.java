package dev.yorozu.server.admin.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Device;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.Life;
import dev.yorozu.token.Login;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The token desk of a store that is open in this process. What is ended at an operator's wish is written down. */
public final class StoreTokens implements TokenDesk {
    private static final String OPERATOR = "operator";
    private static final String DEVICE = "DevicePublicId";

    private final Backing backing;
    private final Inspector inspector;
    private final AuditLog audit;
    private final InstantSource clock;

    public StoreTokens(Backing backing, AuditLog audit, InstantSource clock) {
        this.backing = backing;
        this.inspector = new Inspector(backing, this::named);
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public Optional<UserLogins> logins(String user) {
        Optional<Account> account = account(user);
        Optional<String> id = id(user, account);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        List<Device> devices = account.map(this::devices).orElse(List.of());
        List<LoginLine> lines = backing.refresh().list(id.get()).stream()
                .map(login -> line(login, devices))
                .toList();
        return Optional.of(new UserLogins(id.get(), account.map(Account::loginId), lines));
    }

    @Override
    public boolean end(String user, String login) {
        Optional<String> id = id(user, account(user));
        boolean ended = id.isPresent()
                && backing.refresh().endWhere(id.get(), each -> each.id().equals(login)) > 0;
        if (ended) {
            audit.append(event(id.get(), "revoke").about(login, login));
        }
        return ended;
    }

    @Override
    public int endAll(String user, Optional<String> kept) {
        Optional<String> id = id(user, account(user));
        if (id.isEmpty()) {
            return 0;
        }
        int ended = kept.isPresent()
                ? backing.refresh().endAllBut(id.get(), kept.get())
                : backing.refresh().endAll(id.get());
        if (ended > 0) {
            audit.append(event(id.get(), "revoke-all").about("all", "all"));
        }
        return ended;
    }

    @Override
    public OptionalInt invalidateBefore(String user, Instant time) {
        Optional<String> id = id(user, account(user));
        if (id.isEmpty()) {
            return OptionalInt.empty();
        }
        int ended = backing.refresh().invalidateBefore(id.get(), time);
        audit.append(event(id.get(), "invalidate-before").about(time.toString(), "all"));
        return OptionalInt.of(ended);
    }

    @Override
    public Inspection inspect(String token) {
        return inspector.inspect(token);
    }

    @Override
    public Optional<RevokedToken> revoke(String system, String id) {
        Optional<Backing.ShortLived> access = access(system, id);
        access.ifPresent(each -> {
            each.tokens().revoke(id, clock.instant().plus(each.life()));
            audit.append(Event.of(clock.instant(), Kind.TOKEN, system, "blacklist")
                    .from(OPERATOR)
                    .about(id, id));
        });
        return access.map(each -> found(each, system, id));
    }

    @Override
    public Optional<RevokedToken> revoked(String system, String id) {
        return access(system, id).map(each -> found(each, system, id));
    }

    private Optional<Backing.ShortLived> access(String system, String id) {
        return backing.access(system).filter(each -> each.tokens().isId(id));
    }

    private RevokedToken found(Backing.ShortLived access, String system, String id) {
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

    private Optional<Account> account(String user) {
        return backing.directory().flatMap(directory -> Accounts.named(directory, user));
    }

    private List<Device> devices(Account account) {
        return backing.directory()
                .map(directory -> directory.devices(account.id()))
                .orElse(List.of());
    }

    /** The id in the store. Other programs may keep tokens there for users whom the directory does not know. */
    private Optional<String> id(String user, Optional<Account> account) {
        Optional<String> known = account.map(found -> Long.toString(found.id()));
        if (known.isPresent() || !TokenKeys.USER_ACCESS.parts().getFirst().accepts(user)) {
            return known;
        }
        return backing.refresh().list(user).isEmpty() ? Optional.empty() : Optional.of(user);
    }

    private Inspector.Name named(String user, Optional<Login> login) {
        Optional<Account> account = account(user);
        Optional<String> device = login.flatMap(found -> found.attributes().text(DEVICE));
        Optional<String> name = account.flatMap(owner -> device.flatMap(id -> name(devices(owner), id)));
        return new Inspector.Name(account.map(Account::loginId), name.or(() -> device));
    }

    private static LoginLine line(Login login, List<Device> devices) {
        Optional<String> device = login.attributes().text(DEVICE);
        Optional<Device> known = device.flatMap(id -> find(devices, id));
        return new LoginLine(
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
