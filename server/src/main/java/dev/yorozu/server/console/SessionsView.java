package dev.yorozu.server.console;

import dev.yorozu.server.operate.tokens.LoginSummary;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.users.SessionSummary;
import dev.yorozu.server.pages.Moment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * The sessions of one user, and the logins by tokens.
 *
 * @param user as the operator named them; empty when nobody was asked for yet
 * @param id the name by which the audit log knows them
 */
public record SessionsView(String user, String id, List<Line> lines, List<LoginView> logins) {
    static final String PATH = ConsoleModule.MOUNT + "/sessions";
    static final SessionsView NOBODY = new SessionsView("", "", List.of(), List.of());

    public SessionsView {
        lines = List.copyOf(lines);
        logins = List.copyOf(logins);
    }

    /** How many can be ended. */
    public int living() {
        return lines.size() + logins.size();
    }

    /**
     * @param id the public id, which lets nobody in
     * @param client the program, or an empty text
     * @param os what that runs on, or an empty text
     */
    public record Line(
            String system, String id, String client, String os, Moment created, Moment lastSeen, Moment ends) {
        static Line of(SessionSummary line, Instant now) {
            return new Line(
                    line.system(),
                    line.id(),
                    line.client(),
                    line.os(),
                    new Moment(line.created(), now),
                    new Moment(line.lastSeen(), now),
                    new Moment(line.ends(), now));
        }
    }

    /**
     * A device that is signed in with tokens.
     *
     * @param id the public id, which lets nobody in
     * @param name what its owner calls it, or an empty text
     * @param client the program, or an empty text
     * @param os what that runs on, or an empty text
     */
    public record LoginView(
            String id, String name, String client, String os, Moment began, Moment issued, Moment ends, int access) {
        static LoginView of(LoginSummary line, Instant now) {
            return new LoginView(
                    line.id(),
                    line.deviceName()
                            .filter(name -> !name.equals(line.client()))
                            .orElse(""),
                    line.client(),
                    line.os(),
                    new Moment(line.began(), now),
                    new Moment(line.issued(), now),
                    new Moment(line.ends(), now),
                    (int) line.access().stream()
                            .filter(each -> each.endsAt().isAfter(now))
                            .count());
        }

        public String system() {
            return TokenOperations.SYSTEM;
        }
    }

    public String path(String below) {
        return PATH + below;
    }

    public String audit() {
        return new AuditFilter("", id, "").target(ConsoleModule.MOUNT);
    }

    static String target(String user) {
        return user.isEmpty() ? PATH : PATH + "?user=" + URLEncoder.encode(user, StandardCharsets.UTF_8);
    }
}
