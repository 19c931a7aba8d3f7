package dev.yorozu.server.operate.users;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.tokens.TokenOperations.Ended;
import dev.yorozu.server.operate.tokens.TokenOperations.User;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The sessions and logins of one user across the systems, listed and ended at an operator's wish; what is ended is written
 * down.
 */
public record SessionOperations(
        Map<String, SystemSessions> systems,
        TokenOperations tokens,
        UserAliases aliases,
        AuditLog audit,
        InstantSource clock) {
    /** Whether a system, the directory or the audit log knows a user of this name. */
    public static final Operation<User, Known> KNOWN = Operation.post("/people/known", User.class, Known.class);

    /** The sessions of a user that live, in one system or in all, newest first in each. */
    public static final Operation<ListRequest, SessionList> LIST =
            Operation.post("/sessions/list", ListRequest.class, SessionList.class);

    /** Ends the sessions and the logins by tokens of a user, in one system or in all. */
    public static final Operation<RevokeRequest, Revoked> REVOKE =
            Operation.post("/sessions/revoke", RevokeRequest.class, Revoked.class);

    /** Ends one session or login of a user. */
    public static final Operation<EndRequest, Ended> END =
            Operation.post("/sessions/end", EndRequest.class, Ended.class);

    private static final String OPERATOR = "operator";

    public record Known(boolean known) {}

    /** @param system empty for all */
    public record ListRequest(String user, String system) {
        public ListRequest {
            InvalidRequest.requireUser(user);
        }
    }

    public record SessionList(List<SessionSummary> sessions) {}

    /** @param except the public id of one to keep, or an empty text */
    public record RevokeRequest(String user, String system, String except) {
        public RevokeRequest {
            InvalidRequest.requireUser(user);
        }
    }

    /**
     * How many were ended.
     *
     * @param ended empty, with nothing ended, when the one to keep does not live
     */
    public record Revoked(
            OptionalInt ended,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean noSuchSession) {}

    /** @param id the public id */
    public record EndRequest(String user, String system, String id) {
        public EndRequest {
            if (system.isEmpty()) {
                throw new InvalidRequest("The field system must name a system.");
            }
            InvalidRequest.requireUser(user);
        }
    }

    public SessionOperations {
        systems = new LinkedHashMap<>(systems);
    }

    public void bind(LocalOperations operations) {
        operations
                .on(KNOWN, request -> new Known(knows(request.user())))
                .on(LIST, request -> new SessionList(list(request.user(), known(request.system()))))
                .on(REVOKE, request -> {
                    OptionalInt ended = revoke(request.user(), known(request.system()), named(request.except()));
                    return new Revoked(ended, ended.isEmpty());
                })
                .on(END, request -> {
                    known(request.system());
                    return new Ended(end(request.user(), request.system(), request.id()) ? 1 : 0);
                });
    }

    private static Optional<String> named(String text) {
        return Optional.of(text).filter(name -> !name.isEmpty());
    }

    private Optional<String> known(String system) {
        if (!system.isEmpty() && !has(system)) {
            throw new InvalidRequest("There is no system of this name that has sessions.");
        }
        return named(system);
    }

    /** Whether there is a system of this name that has sessions or logins. */
    public boolean has(String system) {
        return systems.containsKey(system) || system.equals(TokenOperations.SYSTEM);
    }

    public List<SessionSummary> list(String user, Optional<String> system) {
        List<SessionSummary> lines = new ArrayList<>();
        // A system asks nothing of its store for a name that none of its users can have.
        chosen(system)
                .forEach((name, sessions) -> aliases.in(name, user)
                        .forEach(each ->
                                sessions.list(each).forEach(session -> lines.add(SessionSummary.of(name, session)))));
        return lines;
    }

    /** Whether anything tells of this user: an account, something that lives, or what the audit log remembers. */
    private boolean knows(String user) {
        return aliases.hasAccount(user)
                || !list(user, Optional.empty()).isEmpty()
                || tokens.logins(user).isPresent()
                || isRemembered(aliases.everyName(Query.ALL.by(user)));
    }

    private boolean isRemembered(Query query) {
        EventPage page = audit.page(query, "", 1);
        while (page.events().isEmpty() && !page.last()) {
            page = audit.page(query, page.next(), 1);
        }
        return !page.events().isEmpty();
    }

    /** How many were ended; empty, with nothing ended, when the one to keep is not among them. */
    public OptionalInt revoke(String user, Optional<String> system, Optional<String> kept) {
        boolean byTokens = system.isEmpty() || system.get().equals(TokenOperations.SYSTEM);
        if (kept.isPresent()
                && list(user, system).stream().noneMatch(line -> line.id().equals(kept.get()))
                && !(byTokens && hasLogin(user, kept.get()))) {
            return OptionalInt.empty();
        }
        int ended = byTokens ? tokens.endAll(user, kept) : 0;
        for (Map.Entry<String, SystemSessions> each : chosen(system).entrySet()) {
            for (String name : aliases.in(each.getKey(), user)) {
                ended += kept.isEmpty()
                        ? endAll(each.getKey(), each.getValue(), name)
                        : endOthers(each.getKey(), each.getValue(), name, kept.get());
            }
        }
        return OptionalInt.of(ended);
    }

    private boolean hasLogin(String user, String login) {
        return tokens.logins(user).stream()
                .flatMap(found -> found.logins().stream())
                .anyMatch(line -> line.id().equals(login));
    }

    /** Ends one by its public id; false when it does not live. */
    public boolean end(String user, String system, String id) {
        if (system.equals(TokenOperations.SYSTEM)) {
            return tokens.end(user, id);
        }
        SystemSessions sessions = systems.get(system);
        return sessions != null
                && aliases.in(system, user).stream().anyMatch(name -> endOne(system, sessions, name, id));
    }

    private boolean endOne(String system, SystemSessions sessions, String user, String id) {
        boolean ended = sessions.end(user, id);
        if (ended) {
            audit.append(event(system, user).about(id, id));
        }
        return ended;
    }

    private int endAll(String system, SystemSessions sessions, String user) {
        int ended = sessions.endAll(user);
        if (ended > 0) {
            audit.append(event(system, user).about("all", "all"));
        }
        return ended;
    }

    private int endOthers(String system, SystemSessions sessions, String user, String kept) {
        int ended = 0;
        for (LivingSession session : sessions.list(user)) {
            String id = session.id();
            if (!id.equals(kept) && endOne(system, sessions, user, id)) {
                ended++;
            }
        }
        return ended;
    }

    private Event event(String system, String user) {
        return Event.of(clock.instant(), Kind.SESSION, system, "revoke")
                .by(Optional.of(user))
                .from(OPERATOR);
    }

    private Map<String, SystemSessions> chosen(Optional<String> system) {
        if (system.isEmpty()) {
            return systems;
        }
        SystemSessions sessions = systems.get(system.get());
        return sessions == null ? Map.of() : Map.of(system.get(), sessions);
    }
}
