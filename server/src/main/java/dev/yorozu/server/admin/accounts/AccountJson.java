package dev.yorozu.server.admin.accounts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Accounts as the admin interface writes them. */
public final class AccountJson {
    private static final JsonNodeFactory FACTORY = JsonNodeFactory.instance;

    private AccountJson() {}

    public static ObjectNode json(AccountLine line) {
        ArrayNode roles = FACTORY.arrayNode();
        line.roles().forEach(roles::add);
        ObjectNode json = FACTORY.objectNode()
                .put("id", line.id())
                .put("uuid", line.uuid())
                .put("loginId", line.loginId())
                .put("username", line.username())
                .put("email", line.email())
                .put("enabled", line.enabled());
        json.set("roles", roles);
        return json.put("created", line.created().toString());
    }

    public static ObjectNode json(List<AccountLine> lines) {
        ArrayNode accounts = FACTORY.arrayNode();
        lines.forEach(line -> accounts.add(json(line)));
        ObjectNode json = FACTORY.objectNode();
        json.set("accounts", accounts);
        return json;
    }

    public static AccountLine line(JsonNode json) {
        List<String> roles = new ArrayList<>();
        json.required("roles").forEach(role -> roles.add(role.stringValue()));
        return new AccountLine(
                json.required("id").longValue(),
                json.required("uuid").stringValue(),
                json.required("loginId").stringValue(),
                json.required("username").stringValue(),
                json.required("email").stringValue(),
                json.required("enabled").booleanValue(),
                roles,
                Instant.parse(json.required("created").stringValue()));
    }

    public static List<AccountLine> lines(JsonNode json) {
        List<AccountLine> lines = new ArrayList<>();
        json.required("accounts").forEach(each -> lines.add(line(each)));
        return lines;
    }
}
