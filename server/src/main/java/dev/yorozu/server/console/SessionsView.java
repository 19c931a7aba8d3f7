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
public record SessionsView(String user, String id, List<SessionSummary> lines, List<LoginSummary> logins, Instant now) {
    static final String PATH = ConsoleModule.MOUNT + "/sessions";

    public SessionsView {
        lines = List.copyOf(lines);
        logins = List.copyOf(logins);
    }

    /** How many can be ended. */
    public int living() {
        return lines.size() + logins.size();
    }

    public Moment moment(Instant instant) {
        return new Moment(instant, now);
    }

    /** What the owner calls the device of a login, unless that is only the program on it; or an empty text. */
    public String name(LoginSummary login) {
        return login.deviceName().filter(name -> !name.equals(login.client())).orElse("");
    }

    /** How many access tokens of a login are live. */
    public long access(LoginSummary login) {
        return login.access().stream()
                .filter(each -> each.endsAt().isAfter(now))
                .count();
    }

    /** The system that logins by tokens are of. */
    public String tokens() {
        return TokenOperations.SYSTEM;
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
