package dev.yorozu.server.operate.credentials;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.credential.Credential;
import dev.yorozu.credential.CredentialSecret;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Within;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What an operator can do with credentials. A secret is in the one answer that issues it. What changes is written down. */
public record CredentialOperations(Credentials credentials, AuditLog audit, InstantSource clock) {
    private static final String NO_SUCH = "no_such_credential";
    private static final String NONE = "There is no credential of this name.";

    private static final String SYSTEM = "access";

    /** How long a replaced secret can count, in seconds. */
    private static final int LONGEST_GRACE = 30 * 86_400;

    /** All of them, by their names. */
    public static final Operation<Nothing, CredentialList> LIST =
            Operation.get("/credentials", Nothing.class, CredentialList.class);

    public static final Operation<CreateRequest, Issued> CREATE =
            Operation.post("/credentials/create", CreateRequest.class, Issued.class);

    /** Issues a new secret; the one before counts on for as long as is asked for. */
    public static final Operation<RotateRequest, Optional<Issued>> ROTATE = Operation.post(
                    "/credentials/rotate", RotateRequest.class, Issued.class)
            .or(404, NO_SUCH, NONE);

    /** Gives other rights. */
    public static final Operation<CreateRequest, Optional<Changed>> ALLOW = Operation.post(
                    "/credentials/allow", CreateRequest.class, Changed.class)
            .or(404, NO_SUCH, NONE);

    /** Lets one count again that a recovery suspended. */
    public static final Operation<Name, Optional<Changed>> CONFIRM =
            Operation.post("/credentials/confirm", Name.class, Changed.class).or(404, NO_SUCH, NONE);

    public static final Operation<Name, Optional<Changed>> REMOVE =
            Operation.post("/credentials/remove", Name.class, Changed.class).or(404, NO_SUCH, NONE);

    public record CredentialList(List<CredentialSummary> credentials) {}

    /**
     * @param keys patterns of names; none for all keys but those of this program's own, or for no key where scopes are given
     * @param may words of permissions; none for reading, writing and the keyspace
     * @param scopes what it may call over HTTP, such as {@code users:introspect}
     */
    public record CreateRequest(
            String name, List<String> keys, List<String> may, boolean readOnly, List<String> scopes) {
        public CreateRequest {
            requireName(name);
            keys = List.copyOf(keys);
            may = List.copyOf(may);
            scopes = List.copyOf(scopes);
        }

        private Rights rights() {
            EnumSet<Permission> permissions = EnumSet.noneOf(Permission.class);
            may.forEach(word -> permissions.add(Permission.of(word)
                    .orElseThrow(() -> InvalidRequest.field("may", "a list of read, write, keyspace and dangerous"))));
            Set<Permission> usual = EnumSet.complementOf(EnumSet.of(Permission.DANGEROUS));
            List<String> patterns = keys.isEmpty() && scopes.isEmpty() ? List.of("*") : keys;
            Set<Scope> calls = scopes.stream().map(CreateRequest::scope).collect(Collectors.toSet());
            try {
                Rights rights = new Rights(patterns, permissions.isEmpty() ? usual : permissions, calls);
                return readOnly ? rights.readOnly() : rights;
            } catch (IllegalArgumentException wrong) {
                throw InvalidRequest.field(
                        "keys",
                        "a list of at most %d patterns of 1 to %d characters without blanks"
                                .formatted(Rights.MOST_PATTERNS, Rights.LONGEST_PATTERN));
            }
        }

        private static Scope scope(String text) {
            return Scope.of(text)
                    .orElseThrow(() -> InvalidRequest.field("scopes", "a list such as users:introspect, app/shop:*"));
        }
    }

    /** @param graceSeconds how long the present secret counts on */
    public record RotateRequest(
            String name, @Within(most = LONGEST_GRACE) int graceSeconds) {
        public RotateRequest {
            requireName(name);
            if (graceSeconds > LONGEST_GRACE) {
                throw InvalidRequest.field("graceSeconds", "at most those of 30 days");
            }
        }
    }

    public record Name(String name) {
        public Name {
            requireName(name);
        }
    }

    /** A secret that is shown once. Its text form does not show it. */
    public record Issued(String name, String secret) {
        private static Issued of(CredentialSecret secret) {
            return new Issued(secret.name(), secret.text());
        }

        @Override
        public String toString() {
            return "Issued[" + name + "]";
        }
    }

    /** What was changed. */
    public record Changed(String name) {}

    private static void requireName(String name) {
        if (!Credential.isName(name)) {
            throw InvalidRequest.field("name", "1 to 63 lower-case letters, digits and dashes");
        }
    }

    public void bind(LocalOperations operations) {
        operations
                .on(LIST, request -> list())
                .on(CREATE, this::create)
                .on(ROTATE, this::rotate)
                .on(
                        ALLOW,
                        request -> changed(
                                "allow",
                                request.name(),
                                credentials
                                        .allow(request.name(), request.rights())
                                        .isPresent()))
                .on(
                        CONFIRM,
                        request -> changed(
                                "confirm",
                                request.name(),
                                credentials.confirm(request.name()).isPresent()))
                .on(REMOVE, request -> changed("remove", request.name(), credentials.remove(request.name())));
    }

    private CredentialList list() {
        return new CredentialList(credentials.list().stream()
                .map(listed -> CredentialSummary.of(listed, clock.instant()))
                .toList());
    }

    private Issued create(CreateRequest request) {
        return switch (credentials.create(request.name(), request.rights())) {
            case Credentials.Creation.Created created -> {
                written("create", request.name());
                yield Issued.of(created.secret());
            }
            case Credentials.Creation.NameTaken taken ->
                throw InvalidRequest.answer("There is a credential of this name already.");
            case Credentials.Creation.TooMany many ->
                throw InvalidRequest.answer(
                        "There are %,d credentials already: remove one that nothing uses.".formatted(Credentials.MOST));
        };
    }

    private Optional<Issued> rotate(RotateRequest request) {
        Duration grace = Duration.ofSeconds(request.graceSeconds());
        Optional<CredentialSecret> secret = credentials.rotate(request.name(), grace);
        secret.ifPresent(issued -> written("rotate", request.name()));
        return secret.map(Issued::of);
    }

    private Optional<Changed> changed(String action, String name, boolean changed) {
        if (changed) {
            written(action, name);
        }
        return changed ? Optional.of(new Changed(name)) : Optional.empty();
    }

    private void written(String action, String name) {
        audit.append(Event.of(clock.instant(), Kind.CREDENTIAL, SYSTEM, action)
                .by(Optional.of("operator"))
                .about(name, name));
    }
}
