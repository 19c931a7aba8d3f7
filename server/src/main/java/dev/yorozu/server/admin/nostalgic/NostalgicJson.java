package dev.yorozu.server.admin.nostalgic;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Point;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.admin.OperationsJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of findings and services: between server and commands, and what commands print when asked for it. */
public final class NostalgicJson {
    private NostalgicJson() {}

    public static ObjectNode json(Report report) {
        ObjectNode json = OperationsJson.object()
                .put("sound", report.isSound())
                .put("complete", report.complete())
                .put("keys", report.keys());
        list(json.putArray("findings"), report.findings(), NostalgicJson::json);
        list(json.putArray("repaired"), report.repaired(), NostalgicJson::json);
        return json;
    }

    public static Report report(JsonNode json) {
        return new Report(
                json.required("keys").longValue(),
                all(json.required("findings"), NostalgicJson::finding),
                all(json.required("repaired"), NostalgicJson::finding),
                json.required("complete").booleanValue());
    }

    private static ObjectNode json(Finding finding) {
        return OperationsJson.object()
                .put("damage", finding.damage().id())
                .put("point", name(finding.point()))
                .put("note", finding.damage().isNote())
                .put("kind", finding.kind().id())
                .put("id", finding.id())
                .put("key", finding.key())
                .put("what", finding.what())
                .put("repairable", finding.repairable())
                .put("repair", finding.repair())
                .put("state", name(finding.state()));
    }

    private static Finding finding(JsonNode json) {
        return new Finding(
                Damage.of(text(json, "damage")).orElseThrow(),
                Point.valueOf(text(json, "point").toUpperCase(Locale.ROOT)),
                kind(json),
                text(json, "id"),
                text(json, "key"),
                text(json, "what"),
                json.required("repairable").booleanValue(),
                text(json, "repair"),
                Finding.State.valueOf(text(json, "state").toUpperCase(Locale.ROOT)));
    }

    public static ObjectNode json(Erasure.Plan plan) {
        ObjectNode json = OperationsJson.object().put("kind", plan.kind().id()).put("id", plan.id());
        ArrayNode keys = json.putArray("keys");
        plan.keys().forEach(keys::add);
        ArrayNode mappings = json.putArray("mappings");
        plan.mappings().forEach(mappings::add);
        return json.put("indexed", plan.indexed());
    }

    public static Erasure.Plan plan(JsonNode json) {
        return new Erasure.Plan(
                kind(json),
                text(json, "id"),
                all(json.required("keys"), JsonNode::stringValue),
                all(json.required("mappings"), JsonNode::stringValue),
                json.required("indexed").booleanValue());
    }

    public static ObjectNode json(List<Inventory.Summary> overview) {
        ObjectNode json = OperationsJson.object();
        list(json.putArray("kinds"), overview, summary -> {
            ObjectNode each = OperationsJson.object()
                    .put("kind", summary.kind().id())
                    .put("services", summary.services())
                    .put("total", summary.total());
            summary.newest().ifPresent(newest -> each.set("newest", json(newest)));
            return each;
        });
        return json;
    }

    public static List<Inventory.Summary> overview(JsonNode json) {
        return all(
                json.required("kinds"),
                each -> new Inventory.Summary(
                        kind(each),
                        each.required("services").longValue(),
                        each.required("total").longValue(),
                        Optional.ofNullable(each.get("newest")).map(NostalgicJson::line)));
    }

    public static ObjectNode json(Inventory.Listing listing) {
        ObjectNode json = OperationsJson.object();
        list(json.putArray("services"), listing.lines(), NostalgicJson::json);
        return json.put("more", listing.more());
    }

    public static Inventory.Listing listing(JsonNode json) {
        return new Inventory.Listing(
                all(json.required("services"), NostalgicJson::line),
                json.required("more").booleanValue());
    }

    private static ObjectNode json(Inventory.Line line) {
        ObjectNode json = OperationsJson.object()
                .put("kind", line.kind().id())
                .put("id", line.id())
                .put("url", line.url())
                .put("total", line.total());
        line.created().ifPresent(created -> json.put("created", created.toString()));
        line.last().ifPresent(last -> json.put("last", last.toString()));
        return json;
    }

    private static Inventory.Line line(JsonNode json) {
        return new Inventory.Line(
                kind(json),
                text(json, "id"),
                text(json, "url"),
                json.required("total").longValue(),
                instant(json, "created"),
                instant(json, "last"));
    }

    public static ObjectNode dossiers(List<Dossier> dossiers) {
        ObjectNode json = OperationsJson.object();
        list(json.putArray("services"), dossiers, dossier -> {
            ObjectNode each = OperationsJson.object()
                    .put("kind", dossier.kind().id())
                    .put("id", dossier.id())
                    .put("indexed", dossier.indexed());
            list(each.putArray("keys"), dossier.keys(), OperationsJson::json);
            return each;
        });
        return json;
    }

    public static List<Dossier> dossiers(JsonNode json) {
        return all(
                json.required("services"),
                each -> new Dossier(
                        kind(each),
                        text(each, "id"),
                        each.required("indexed").booleanValue(),
                        all(each.required("keys"), OperationsJson::entry)));
    }

    private static <T> void list(ArrayNode into, List<T> values, Function<T, ObjectNode> form) {
        values.forEach(value -> into.add(form.apply(value)));
    }

    private static <T> List<T> all(JsonNode array, Function<JsonNode, T> form) {
        List<T> values = new ArrayList<>();
        array.forEach(each -> values.add(form.apply(each)));
        return values;
    }

    private static Kind kind(JsonNode json) {
        return Kind.of(text(json, "kind")).orElseThrow();
    }

    private static String text(JsonNode json, String field) {
        return json.required(field).stringValue();
    }

    private static Optional<Instant> instant(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).map(JsonNode::stringValue).map(Instant::parse);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
