package dev.yorozu.server.tracing;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringArrayKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/**
 * What spans say, by the semantic conventions of OpenTelemetry where they have a word for it. What they have words for and no
 * span says: whole addresses and paths, queries, and who calls, because these carry secrets and ids.
 */
final class Attributes {
    static final AttributeKey<String> METHOD = stringKey("http.request.method");
    static final AttributeKey<String> ROUTE = stringKey("http.route");
    static final AttributeKey<Long> STATUS = longKey("http.response.status_code");
    static final AttributeKey<String> SCHEME = stringKey("url.scheme");
    static final AttributeKey<String> PROTOCOL_VERSION = stringKey("network.protocol.version");
    static final AttributeKey<String> SERVER_ADDRESS = stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = longKey("server.port");
    static final AttributeKey<String> ERROR = stringKey("error.type");
    static final AttributeKey<String> SYSTEM = stringKey("db.system.name");
    static final AttributeKey<String> OPERATION = stringKey("db.operation.name");
    static final AttributeKey<Long> BATCH_SIZE = longKey("db.operation.batch.size");
    /** The declared pattern, where all keys have one. */
    static final AttributeKey<String> PATTERN = stringKey("db.collection.name");
    /** The patterns of the keys, where there are several. */
    static final AttributeKey<List<String>> PATTERNS = stringArrayKey("yorozu.key.patterns");
    /** What the keys are for: {@code session}, {@code rate-limit}. */
    static final AttributeKey<List<String>> CATEGORIES = stringArrayKey("yorozu.key.categories");
    /** How the store answered: {@code ok}, {@code rejected}, or a fault. */
    static final AttributeKey<String> OUTCOME = stringKey("yorozu.store.outcome");

    private Attributes() {}
}
