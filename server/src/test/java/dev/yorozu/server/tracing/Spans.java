package dev.yorozu.server.tracing;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads spans. */
final class Spans {
    private Spans() {}

    static String trace(Span span) {
        return hex(span.getTraceId());
    }

    static String id(Span span) {
        return hex(span.getSpanId());
    }

    static String parent(Span span) {
        return hex(span.getParentSpanId());
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    static Map<String, String> attributes(Span span) {
        return attributes(span.getAttributesList());
    }

    static Map<String, String> attributes(List<KeyValue> given) {
        Map<String, String> attributes = new TreeMap<>();
        for (KeyValue each : given) {
            attributes.put(
                    each.getKey(),
                    switch (each.getValue().getValueCase()) {
                        case STRING_VALUE -> each.getValue().getStringValue();
                        case INT_VALUE -> Long.toString(each.getValue().getIntValue());
                        default -> each.getValue().toString();
                    });
        }
        return attributes;
    }

    /** Those that a span is the parent of, in the order in which they began. */
    static List<Span> below(Span parent, List<Span> all) {
        return all.stream()
                .filter(span -> parent(span).equals(id(parent)))
                .sorted((one, other) -> Long.compareUnsigned(one.getStartTimeUnixNano(), other.getStartTimeUnixNano()))
                .toList();
    }

    /** A span and all below it, one in a line, each deeper by two spaces than its parent. */
    static String tree(Span root, List<Span> all) {
        StringBuilder text = new StringBuilder();
        draw(root, all, "", text);
        return text.toString();
    }

    private static void draw(Span span, List<Span> all, String indent, StringBuilder text) {
        text.append(indent)
                .append(span.getKind().name().replace("SPAN_KIND_", "").toLowerCase(Locale.ROOT))
                .append(' ')
                .append(span.getName())
                .append('\n');
        below(span, all).forEach(child -> draw(child, all, indent + "  ", text));
    }
}
