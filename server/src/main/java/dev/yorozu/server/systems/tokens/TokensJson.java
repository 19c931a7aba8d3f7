package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.Role;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.server.http.Reply;
import dev.yorozu.token.Access;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this system answers, as JSON names it; times are ISO 8601 in UTC, lives in whole seconds. */
final class TokensJson {
    private static final String TOKEN_TYPE = "Bearer";

    private TokensJson() {}

    /** The usual answer, which nobody keeps. */
    static Reply reply(Object body) {
        return Reply.json(200, body).unkept();
    }

    record Entered(
            String accessToken,
            String tokenType,
            String expiresAt,
            long expiresIn,
            long userId,
            String loginId,
            String username,
            String email,
            List<RoleJson> roles,
            String refreshToken,
            String refreshExpiresAt,
            EnteredDevice device) {}

    record EnteredDevice(long id, String publicId, boolean isNewDevice) {}

    record RoleJson(long id, String name) {}

    record Refreshed(
            String accessToken,
            String tokenType,
            String expiresAt,
            long expiresIn,
            String refreshToken,
            String refreshExpiresAt) {}

    record Profile(
            long userId, String loginId, String username, String email, List<RoleJson> roles, String createdAt) {}

    record Verified(long userId, String jti, String issuedAt, String expiresAt, long expiresIn) {}

    record DeviceJson(
            long id,
            String publicId,
            @Nullable String name,
            String deviceType,
            String os,
            @Nullable String client,
            String firstSeenAt,
            String lastSeenAt,
            @Nullable String lastIpMasked,
            @Nullable String lastSeenLocation,
            @Nullable String timezone) {}

    record WithCurrent(List<DeviceJson> devices, @Nullable String currentDevicePublicId) {}

    record Message(String message) {}

    record Revoked(int revokedCount) {}

    record Registered(long userId) {}

    record Tokens(long userId, List<LoginJson> refreshTokens, List<AccessJson> accessTokens) {}

    record LoginJson(
            String familyId,
            @Nullable String devicePublicId,
            String signedInAt,
            String issuedAt,
            String expiresAt,
            long expiresIn) {}

    record AccessJson(String jti, String familyId, String issuedAt, String expiresAt, long expiresIn) {}

    /** What an access token says beside what every one does. */
    static Document claims(Account account) {
        return Document.empty()
                .with("email", account.email())
                .with("username", account.username())
                .with("userId", account.id())
                .with("roles", account.roles().stream().map(Role::name).toList());
    }

    static Entered entered(Account account, DeviceLogin login, Instant now) {
        Issued issued = login.issued();
        Device device = login.device().device();
        return new Entered(
                issued.accessToken(),
                TOKEN_TYPE,
                time(accessEnd(issued)),
                left(now, accessEnd(issued)),
                account.id(),
                account.loginId(),
                account.username(),
                account.email(),
                roles(account),
                issued.refreshToken(),
                time(issued.login().endsAt()),
                new EnteredDevice(device.id(), login.publicId(), login.device().isNew()));
    }

    private static Instant accessEnd(Issued issued) {
        return issued.login().access().getLast().endsAt();
    }

    static Refreshed refreshed(Issued issued, Instant now) {
        return new Refreshed(
                issued.accessToken(),
                TOKEN_TYPE,
                time(accessEnd(issued)),
                left(now, accessEnd(issued)),
                issued.refreshToken(),
                time(issued.login().endsAt()));
    }

    static Profile profile(Account account) {
        return new Profile(
                account.id(),
                account.loginId(),
                account.username(),
                account.email(),
                roles(account),
                time(account.createdAt()));
    }

    static Verified verified(long user, Jwt jwt, Instant now) {
        return new Verified(user, jwt.id(), time(jwt.issuedAt()), time(jwt.endsAt()), left(now, jwt.endsAt()));
    }

    static DeviceJson device(Device device) {
        return new DeviceJson(
                device.id(),
                device.publicId().toString(),
                orNull(device.name()),
                spelled(device.type()),
                spelled(device.os()),
                orNull(device.client()),
                time(device.firstSeenAt()),
                time(device.lastSeenAt()),
                orNull(device.lastAddress().text()),
                orNull(device.lastLocation()),
                orNull(device.timezone()));
    }

    static Tokens tokens(long user, List<Login> logins, Instant now) {
        return new Tokens(
                user,
                logins.stream().map(login -> login(login, now)).toList(),
                logins.stream()
                        .flatMap(login -> login.access().stream().map(each -> access(login, each, now)))
                        .toList());
    }

    private static LoginJson login(Login login, Instant now) {
        return new LoginJson(
                login.id(),
                login.attributes().text(LoginIssuance.DEVICE).orElse(null),
                time(login.beganAt()),
                time(login.issuedAt()),
                time(login.endsAt()),
                left(now, login.endsAt()));
    }

    private static AccessJson access(Login login, Access access, Instant now) {
        return new AccessJson(
                access.id(), login.id(), time(access.issuedAt()), time(access.endsAt()), left(now, access.endsAt()));
    }

    private static List<RoleJson> roles(Account account) {
        return account.roles().stream()
                .map(role -> new RoleJson(role.id(), role.name()))
                .toList();
    }

    static String spelled(DeviceType type) {
        return switch (type) {
            case BROWSER -> "Browser";
            case MOBILE_APP -> "MobileApp";
            case DESKTOP_APP -> "DesktopApp";
            case OTHER -> "Other";
        };
    }

    static String spelled(OperatingSystem os) {
        return switch (os) {
            case UNKNOWN -> "Unknown";
            case WINDOWS -> "Windows";
            case MACOS -> "MacOS";
            case LINUX -> "Linux";
            case IOS -> "iOS";
            case ANDROID -> "Android";
        };
    }

    private static String time(Instant instant) {
        return Iso.brief(instant);
    }

    private static long left(Instant now, Instant end) {
        return Math.max(0, Duration.between(now, end).toSeconds());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
