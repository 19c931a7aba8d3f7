package dev.yorozu.server.admin;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
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
    private static final String OPERATOR = "operator";

    private final SequencedMap<String, Sessions> systems;
    private final TokenDesk tokens;
    private final AuditLog audit;
    private final InstantSource clock;

    UserSessions(Map<String, Sessions> systems, TokenDesk tokens, AuditLog audit, InstantSource clock) {
        this.systems = new LinkedHashMap<>(systems);
        this.tokens = tokens;
        this.audit = audit;
        this.clock = clock;
    }

    boolean has(String system) {
        return systems.containsKey(system) || system.equals(TokenDesk.SYSTEM);
    }

    List<SessionLine> list(String user, Optional<String> system) {
        List<SessionLine> lines = new ArrayList<>();
        chosen(system)
                .forEach((name, sessions) -> sessions.list(user).forEach(session -> lines.add(line(name, session))));
        return lines;
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
        for (Map.Entry<String, Sessions> each : chosen(system).entrySet()) {
            ended += kept.isEmpty()
                    ? endAll(each.getKey(), each.getValue(), user)
                    : endOthers(each.getKey(), each.getValue(), user, kept.get());
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
        Sessions sessions = systems.get(system);
        boolean ended = sessions != null && sessions.endOne(user, id);
        if (ended) {
            audit.append(event(system, user).about(id, id));
        }
        return ended;
    }

    private int endAll(String system, Sessions sessions, String user) {
        int ended = sessions.endAll(user);
        if (ended > 0) {
            audit.append(event(system, user).about("all", "all"));
        }
        return ended;
    }

    private int endOthers(String system, Sessions sessions, String user, String kept) {
        int ended = 0;
        for (Session session : sessions.list(user)) {
            String id = session.publicId();
            if (!id.equals(kept) && end(user, system, id)) {
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

    private Map<String, Sessions> chosen(Optional<String> system) {
        if (system.isEmpty()) {
            return systems;
        }
        Sessions sessions = systems.get(system.get());
        return sessions == null ? Map.of() : Map.of(system.get(), sessions);
    }

    private static SessionLine line(String system, Session session) {
        return new SessionLine(system, session.publicId(), session.createdAt(), session.lastSeenAt(), session.endsAt());
    }
}
