package dev.yorozu.server.console;

import dev.yorozu.server.admin.SessionLine;
import dev.yorozu.server.pages.Moment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * The sessions of one user.
 *
 * @param user empty when nobody was asked for yet
 */
public record SessionsView(String user, List<Line> lines) {
    static final String PATH = ConsoleModule.MOUNT + "/sessions";

    public SessionsView {
        lines = List.copyOf(lines);
    }

    /** @param id the public id, which lets nobody in */
    public record Line(String system, String id, Moment created, Moment lastSeen, Moment ends) {
        static Line of(SessionLine line, Instant now) {
            return new Line(
                    line.system(),
                    line.id(),
                    new Moment(line.created(), now),
                    new Moment(line.lastSeen(), now),
                    new Moment(line.ends(), now));
        }
    }

    public String path(String below) {
        return PATH + below;
    }

    public String audit() {
        return new AuditFilter("", user, "").target(ConsoleModule.MOUNT);
    }

    static String target(String user) {
        return user.isEmpty() ? PATH : PATH + "?user=" + URLEncoder.encode(user, StandardCharsets.UTF_8);
    }
}
