package dev.yorozu.server.operate.transport;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import dev.yorozu.keyspace.Category;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.store.Bytes;
import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of requests and answers, as servers send it and commands print it: components of records by their names and in
 * their order, nothing for what is absent, instants as ISO 8601 writes them, durations in milliseconds, constants in lower
 * case. The types of the core carry no notes of how they are written, so those are here.
 */
public final class OperateJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .disable(DateTimeFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .changeDefaultVisibility(checker -> checker.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .withConfigOverride(
                    String.class, override -> override.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .addMixIn(Kind.class, ById.class)
            .addMixIn(Damage.class, ById.class)
            .addMixIn(Category.class, ById.class)
            .addMixIn(Bytes.class, InBase64.class)
            .addMixIn(Access.class, AccessForm.class)
            .addMixIn(Finding.class, FindingForm.class)
            .addMixIn(Report.class, ReportForm.class)
            .addMixIn(CacheUse.class, CacheForm.class)
            .addMixIn(Inventory.Listing.class, ListingForm.class)
            .build();

    private interface ById {
        @JsonValue
        String id();
    }

    private interface InBase64 {
        @JsonValue
        byte[] toArray();
    }

    private interface AccessForm {
        @JsonProperty("issued")
        Instant issuedAt();

        @JsonProperty("ends")
        Instant endsAt();
    }

    @JsonPropertyOrder({"damage", "point", "note"})
    private interface FindingForm {
        @JsonProperty("note")
        boolean isNote();
    }

    @JsonPropertyOrder({"sound", "complete", "keys", "findings", "repaired"})
    private interface ReportForm {
        @JsonProperty("sound")
        boolean isSound();
    }

    private interface CacheForm {
        @JsonProperty
        OptionalDouble hitRate();
    }

    private interface ListingForm {
        @JsonProperty("services")
        List<Inventory.Line> lines();
    }

    private OperateJson() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** Reads a document; what is none ends in a {@code JacksonException}. */
    public static JsonNode parse(byte[] json) {
        return MAPPER.readTree(json);
    }

    public static <T> T read(JsonNode json, Class<T> type) {
        return MAPPER.treeToValue(json, type);
    }
}
