package dev.yorozu.server.admin;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.server.admin.people.People;
import dev.yorozu.server.admin.tokens.TokenDesk;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * The sessions and logins of one user across the systems, listed and ended at an operator's wish; what is ended is written
 * down.
 */
final class UserSessions {
    static final String OPERATOR = "operator";

    private final SequencedMap<String, SystemSessions> systems;
    private final TokenDesk tokens;
    private final People people;
    private final AuditLog audit;
    private final InstantSource clock;

    UserSessions(
            Map<String, SystemSessions> systems, TokenDesk tokens, People people, AuditLog audit, InstantSource clock) {
        this.systems = new LinkedHashMap<>(systems);
        this.tokens = tokens;
        this.people = people;
        this.audit = audit;
        this.clock = clock;
    }

    boolean has(String system) {
        return systems.containsKey(system) || system.equals(TokenDesk.SYSTEM);
    }

    List<SessionLine> list(String user, Optional<String> system) {
        List<SessionLine> lines = new ArrayList<>();
        // A system asks nothing of its store for a name that none of its users can have.
        chosen(system)
                .forEach((name, sessions) -> people.in(name, user)
                        .forEach(each -> sessions.list(each).forEach(session -> lines.add(line(name, session)))));
        return lines;
    }

    /** Whether anything tells of this user: an account, something that lives, or what the audit log remembers. */
    boolean knows(String user) {
        return people.hasAccount(user)
                || !list(user, Optional.empty()).isEmpty()
                || tokens.logins(user).isPresent()
                || isRemembered(people.everyName(Query.ALL.by(user)));
    }

    private boolean isRemembered(Query query) {
        EventPage page = audit.page(query, "", 1);
        while (page.events().isEmpty() && !page.last()) {
            page = audit.page(query, page.next(), 1);
        }
        return !page.events().isEmpty();
    }

    /** How many were ended; empty, with nothing ended, when the one to keep is not among them. */
    OptionalInt revoke(String user, Optional<String> system, Optional<String> kept) {
        boolean byTokens = system.isEmpty() || system.get().equals(TokenDesk.SYSTEM);
        if (kept.isPresent()
                && list(user, system).stream().noneMatch(line -> line.id().equals(kept.get()))
                && !(byTokens && hasLogin(user, kept.get()))) {
            return OptionalInt.empty();
        }
        int ended = byTokens ? tokens.endAll(user, kept) : 0;
        for (Map.Entry<String, SystemSessions> each : chosen(system).entrySet()) {
            for (String name : people.in(each.getKey(), user)) {
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
    boolean end(String user, String system, String id) {
        if (system.equals(TokenDesk.SYSTEM)) {
            return tokens.end(user, id);
        }
        SystemSessions sessions = systems.get(system);
        return sessions != null
                && people.in(system, user).stream().anyMatch(name -> endOne(system, sessions, name, id));
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

    private static SessionLine line(String system, LivingSession session) {
        return new SessionLine(
                system,
                session.id(),
                session.created(),
                session.lastSeen(),
                session.ends(),
                session.client(),
                session.os());
    }
}
