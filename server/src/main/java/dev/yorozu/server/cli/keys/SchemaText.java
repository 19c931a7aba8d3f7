package dev.yorozu.server.cli.keys;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Part;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.backup.format.TypeName;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The declared keyspace as a table, as JSON, and as the page {@code docs/keyspace.md}. */
record SchemaText(Schema schema) {
    Table table() {
        Table table = new Table("SYSTEM", "KEY", "CATEGORY", "TYPE", "LIFE", "FORM", "PARTITION", "SECRET", "HOLDS");
        for (KeyPattern pattern : schema.patterns()) {
            table.row(
                    pattern.owner(),
                    pattern.template(),
                    pattern.category().text(),
                    TypeName.of(pattern.type()),
                    pattern.lifetime().describe(),
                    form(pattern),
                    pattern.partition().orElse("–"),
                    secret(pattern),
                    pattern.about());
        }
        return table;
    }

    ObjectNode json() {
        ObjectNode json = OperateJson.object();
        ArrayNode patterns = json.putArray("patterns");
        for (KeyPattern pattern : schema.patterns()) {
            ObjectNode one = patterns.addObject()
                    .put("owner", pattern.owner())
                    .put("key", pattern.template())
                    .put("category", pattern.category().id())
                    .put("type", TypeName.of(pattern.type()))
                    .put("life", pattern.lifetime().describe())
                    .put("ends", pattern.shape().ends());
            switch (pattern.shape().form()) {
                case Store.Form.Any any -> {}
                case Store.Form.Number number -> one.put("form", "number");
                case Store.Form.Json object -> {
                    ArrayNode fields = one.put("form", "json").putArray("fields");
                    object.fields().forEach(fields::add);
                }
            }
            pattern.partition().ifPresent(partition -> one.put("partition", partition));
            one.put("secretValue", pattern.secretValue()).put("holds", pattern.about());
            ArrayNode parts = one.putArray("parts");
            for (Part part : pattern.parts()) {
                parts.addObject()
                        .put("name", part.name())
                        .put("allowed", part.describe())
                        .put("secret", part.secret());
            }
        }
        return json;
    }

    String markdown() {
        StringBuilder page = new StringBuilder("""
                # The keyspace

                Every key that Yorozu writes, system by system. This page is generated from the declarations in
                `core/…/keyspace` by `./yorozu schema --format markdown`; a test compares the two.

                A part in braces varies. On a cluster the **partition** is written in braces, so that related keys live on
                one node; a key without one is its own partition. The **category** says what the key is for, whichever system
                writes it; [statistics](monitoring.md) are summed by it. **Secret** says what no listing, log or error shows: the
                key, the value, or both.

                **Form** says what a string holds: a whole number, or JSON, an object with at least these fields. Clients of
                [doors](doors.md) are held to type, life and form; a key whose life is “–” has no end.

                An id that cannot stand in a key, such as an address or a Japanese name, stands there by its digest where the
                part takes any text, as those of limits and of `app` do: `=` and the SHA-256 of its UTF-8 form in base64 for
                URLs, 43 characters. No id that stands as it is begins with `=`, so that no two ids share a key.
                """);
        schema.patterns().stream()
                .collect(Collectors.groupingBy(KeyPattern::owner, LinkedHashMap::new, Collectors.toList()))
                .forEach((owner, patterns) -> section(page, owner, patterns));
        return page.toString();
    }

    private static void section(StringBuilder page, String owner, List<KeyPattern> patterns) {
        page.append("\n## ").append(owner).append("\n\n");
        page.append("| key | category | type | life | form | partition | secret | holds |\n");
        page.append("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (KeyPattern pattern : patterns) {
            page.append("| `%s` | %s | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            pattern.template(),
                            pattern.category().text(),
                            TypeName.of(pattern.type()),
                            cell(pattern.lifetime().describe()),
                            form(pattern),
                            pattern.partition()
                                    .map(partition -> "`" + partition + "`")
                                    .orElse("–"),
                            secret(pattern),
                            cell(pattern.about())));
        }
    }

    private static String form(KeyPattern pattern) {
        return switch (pattern.shape().form()) {
            case Store.Form.Any any -> "–";
            case Store.Form.Number number -> "number";
            case Store.Form.Json json -> json.fields().isEmpty() ? "JSON" : "JSON: " + String.join(", ", json.fields());
        };
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String secret(KeyPattern pattern) {
        if (pattern.secretName()) {
            return pattern.secretValue() ? "key, value" : "key";
        }
        return pattern.secretValue() ? "value" : "–";
    }
}
