package dev.yorozu.server.systems.users;

import dev.yorozu.account.UserAgent;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.server.directory.KeptAccount;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.token.Issued;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What this system answers, as JSON names it; times are ISO 8601 in UTC, lives in whole seconds. */
final class UsersJson {
    private UsersJson() {}

    /** The usual answer, which nobody keeps. */
    static Reply reply(Object body) {
        return Reply.json(200, body).unkept();
    }

    @JsonNaming(SnakeCaseStrategy.class)
    record Entered(String accessToken, String refreshToken, String tokenType, long expiresIn, String sessionId) {}

    record Message(String message) {}

    record Ended(String message, int count) {}

    /** What {@code user_agent} says, for people who look for a device of theirs. */
    @JsonNaming(SnakeCaseStrategy.class)
    record DeviceInfo(String deviceType, String os, String browser) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record SessionJson(
            String sessionId,
            String createdAt,
            String lastActivity,
            String expiresAt,
            DeviceInfo deviceInfo,
            @Nullable String ipAddress,
            boolean isCurrent) {}

    record Sessions(List<SessionJson> sessions, int count) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record SessionDocument(
            String userId,
            String sessionId,
            String createdAt,
            String lastActivity,
            String expiresAt,
            DeviceInfo deviceInfo,
            @Nullable String ipAddress,
            @Nullable String userAgent,
            long ttl) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record SessionDocuments(String userId, List<SessionDocument> sessions, int count) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Statistics(long totalSessions, long activeUsers, Map<String, Long> deviceTypes, double avgSessionsPerUser) {}

    static Entered entered(Issued issued, Duration accessLife) {
        return new Entered(
                issued.accessToken(),
                issued.refreshToken(),
                "bearer",
                accessLife.toSeconds(),
                id(issued.session().orElseThrow()));
    }

    /** Asked for with every page that a client shows. */
    static Reply me(KeptAccount account, Session session) {
        Document told = Document.builder()
                .with("user_id", account.uuid().toString())
                .with("email", account.email())
                .with("username", account.username())
                .with("roles", account.roles())
                .with("created_at", time(account.createdAt()))
                .with("session_id", id(session))
                .build();
        return Reply.unkeptJson(200, told.json());
    }

    static Ended ended(int count) {
        return new Ended("Logged out from " + count + " device(s)", count);
    }

    static Sessions sessions(List<Session> sessions, String current) {
        return new Sessions(
                sessions.stream().map(each -> session(each, current)).toList(), sessions.size());
    }

    private static SessionJson session(Session session, String current) {
        return new SessionJson(
                id(session),
                time(session.createdAt()),
                time(session.lastSeenAt()),
                time(session.endsAt()),
                device(session),
                session.text(SessionIssuance.ADDRESS).orElse(null),
                id(session).equals(current));
    }

    static SessionDocuments documents(String user, List<Session> sessions, Instant now) {
        return new SessionDocuments(
                user, sessions.stream().map(each -> document(each, now)).toList(), sessions.size());
    }

    private static SessionDocument document(Session session, Instant now) {
        return new SessionDocument(
                session.user(),
                id(session),
                time(session.createdAt()),
                time(session.lastSeenAt()),
                time(session.endsAt()),
                device(session),
                session.text(SessionIssuance.ADDRESS).orElse(null),
                session.text(SessionIssuance.AGENT).orElse(null),
                Math.max(0, Duration.between(now, session.endsAt()).toSeconds()));
    }

    /** What an access token says beside what every one does; {@code client_id} is what RFC 9068 asks for besides. */
    static Document claims(KeptAccount account, String clientId) {
        return Document.empty()
                .with("client_id", clientId)
                .with("scope", String.join(" ", account.roles()))
                .with("roles", account.roles());
    }

    /** How a session keeps what its device is. */
    static Document kept(UserAgent device) {
        DeviceInfo told = device(device);
        return Document.empty()
                .with("device_type", told.deviceType())
                .with("os", told.os())
                .with("browser", told.browser());
    }

    /** Read from what the program said of itself, which other programs that write sessions keep as well. */
    static DeviceInfo device(Session session) {
        return device(UserAgent.of(session.text(SessionIssuance.AGENT).orElse("")));
    }

    private static DeviceInfo device(UserAgent device) {
        return new DeviceInfo(word(device.type()), word(device.os()), device.client());
    }

    /** A session of this system is called by its sid, which lets nobody in. */
    static String id(Session session) {
        return session.keyPart();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String time(Instant instant) {
        return Iso.brief(instant);
    }
}
