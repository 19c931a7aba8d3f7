package dev.yorozu.server.operate.users;

import dev.yorozu.session.Ended;
import dev.yorozu.session.Sessions;
import dev.yorozu.token.TokenSessions;
import java.util.List;
import java.util.function.Function;

/** The sessions of one system, as far as operators have to do with them. */
public interface SystemSessions {
    /** Those of a user that live, newest first. */
    List<LivingSession> list(String user);

    /** What else this system may call a user whom an operator names like this. */
    default List<String> names(String user) {
        return List.of();
    }

    /** Ends one by its public id; false when it does not live. */
    boolean end(String user, String publicId);

    /** Ends all of a user, and says how many there were. */
    int endAll(String user);

    static SystemSessions of(Sessions sessions) {
        return of(sessions, user -> List.of());
    }

    /** @param names what else the system may call a user */
    static SystemSessions of(Sessions sessions, Function<String, List<String>> names) {
        return new SystemSessions() {
            @Override
            public List<String> names(String user) {
                return names.apply(user);
            }

            @Override
            public List<LivingSession> list(String user) {
                return sessions.list(user).stream().map(LivingSession::of).toList();
            }

            @Override
            public boolean end(String user, String publicId) {
                return sessions.endOne(user, publicId).isPresent();
            }

            @Override
            public int endAll(String user) {
                return (int) sessions.endAll(user).stream().filter(Ended::lived).count();
            }
        };
    }

    /** Sessions with signed tokens, which are revoked with them. */
    static SystemSessions of(TokenSessions logins) {
        return new SystemSessions() {
            @Override
            public List<LivingSession> list(String user) {
                return logins.list(user).stream().map(LivingSession::of).toList();
            }

            @Override
            public boolean end(String user, String publicId) {
                return logins.list(user).stream()
                        .filter(session -> session.publicId().equals(publicId))
                        .anyMatch(session -> logins.end(user, session.keyPart()));
            }

            @Override
            public int endAll(String user) {
                return logins.endAll(user);
            }
        };
    }
}
