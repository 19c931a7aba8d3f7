package dev.yorozu.server.admin.tokens;

import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of logins and inspections: between server and commands, and what commands print when asked for it. */
public final class TokenJson {
    private TokenJson() {}

    public static ObjectNode json(UserLogins logins) {
        ObjectNode json = OperationsJson.object().put("user", logins.user());
        logins.loginId().ifPresent(loginId -> json.put("loginId", loginId));
        ArrayNode lines = json.putArray("logins");
        logins.logins().forEach(line -> lines.add(json(line)));
        return json;
    }

    private static ObjectNode json(LoginLine line) {
        ObjectNode json = OperationsJson.object().put("id", line.id());
        line.device().ifPresent(device -> json.put("device", device));
        line.deviceName().ifPresent(name -> json.put("deviceName", name));
        OperationsJson.putDevice(json, line.client(), line.os());
        json.put("began", line.began().toString())
                .put("issued", line.issued().toString())
                .put("ends", line.ends().toString());
        ArrayNode access = json.putArray("access");
        line.access()
                .forEach(each -> access.add(OperationsJson.object()
                        .put("id", each.id())
                        .put("issued", each.issuedAt().toString())
                        .put("ends", each.endsAt().toString())));
        return json;
    }

    public static UserLogins logins(JsonNode json) {
        List<LoginLine> lines = new ArrayList<>();
        json.required("logins").forEach(line -> lines.add(line(line)));
        return new UserLogins(text(json, "user"), optional(json, "loginId"), lines);
    }

    private static LoginLine line(JsonNode json) {
        List<Access> access = new ArrayList<>();
        json.required("access")
                .forEach(each ->
                        access.add(new Access(text(each, "id"), instant(each, "issued"), instant(each, "ends"))));
        return new LoginLine(
                text(json, "id"),
                optional(json, "device"),
                optional(json, "deviceName"),
                optional(json, "client").orElse(""),
                optional(json, "os").orElse(""),
                instant(json, "began"),
                instant(json, "issued"),
                instant(json, "ends"),
                access);
    }

    public static ObjectNode json(Inspection inspection) {
        ObjectNode json = OperationsJson.object()
                .put("kind", word(inspection.kind()))
                .put("live", inspection.live())
                .put("finding", word(inspection.finding()));
        inspection.user().ifPresent(user -> json.put("user", user));
        inspection.loginId().ifPresent(loginId -> json.put("loginId", loginId));
        inspection.login().ifPresent(login -> json.put("login", login));
        inspection.device().ifPresent(device -> json.put("device", device));
        inspection.id().ifPresent(id -> json.put("id", id));
        inspection.issued().ifPresent(issued -> json.put("issued", issued.toString()));
        inspection.ends().ifPresent(ends -> json.put("ends", ends.toString()));
        return json;
    }

    public static Inspection inspection(JsonNode json) {
        return new Inspection(
                Inspection.Kind.valueOf(text(json, "kind").toUpperCase(Locale.ROOT)),
                Finding.valueOf(text(json, "finding").toUpperCase(Locale.ROOT)),
                optional(json, "user"),
                optional(json, "loginId"),
                optional(json, "login"),
                optional(json, "device"),
                optional(json, "id"),
                optional(json, "issued").map(Instant::parse),
                optional(json, "ends").map(Instant::parse));
    }

    public static ObjectNode json(RevokedToken token) {
        ObjectNode json = OperationsJson.object()
                .put("system", token.system())
                .put("id", token.id())
                .put("revoked", token.revoked());
        token.until().ifPresent(until -> json.put("until", until.toString()));
        return json;
    }

    public static RevokedToken revoked(JsonNode json) {
        return new RevokedToken(
                text(json, "system"),
                text(json, "id"),
                json.required("revoked").booleanValue(),
                optional(json, "until").map(Instant::parse));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String text(JsonNode json, String field) {
        return json.required(field).stringValue();
    }

    private static Instant instant(JsonNode json, String field) {
        return Instant.parse(text(json, field));
    }

    private static Optional<String> optional(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).map(JsonNode::stringValue);
    }
}
