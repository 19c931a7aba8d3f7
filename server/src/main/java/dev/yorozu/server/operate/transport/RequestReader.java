package dev.yorozu.server.operate.transport;

import dev.yorozu.server.http.Call;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads requests into their records, by the names and types of the components. What is missing is empty, false or the least
 * allowed number; what is of another type is rejected with a sentence that names the field.
 */
final class RequestReader {
    private RequestReader() {}

    /** The body of a call, or its query where the method has no body. */
    static JsonNode fields(Call call, Class<?> type) throws IOException {
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            return call.json(JsonNode.class);
        }
        ObjectNode fields = OperateJson.object();
        for (RecordComponent field : type.getRecordComponents()) {
            String text = call.query(field.getName()).orElse("");
            if (field.getType() == boolean.class) {
                fields.put(field.getName(), text.equals("true"));
            } else {
                fields.put(field.getName(), text);
            }
        }
        return fields;
    }

    static <Q> Q read(Class<Q> type, JsonNode fields) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(components)
                .map(field -> value(field, fields.path(field.getName())))
                .toArray();
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(refused);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("A request is a public record", impossible);
        }
    }

    private static List<String> texts(String name, JsonNode values) {
        if (!values.isMissingNode() && !values.isArray()) {
            throw InvalidRequest.field(name, "a list of strings");
        }
        return values.values().stream()
                .map(value -> value.stringValueOpt().orElseThrow(() -> InvalidRequest.field(name, "a list of strings")))
                .toList();
    }

    private static Object value(RecordComponent field, JsonNode value) {
        String name = field.getName();
        if (field.getType() == String.class) {
            return value.isMissingNode()
                    ? ""
                    : value.stringValueOpt().orElseThrow(() -> InvalidRequest.field(name, "a string"));
        }
        if (field.getType() == boolean.class) {
            return !value.isMissingNode()
                    && value.booleanValueOpt().orElseThrow(() -> InvalidRequest.field(name, "true or false"));
        }
        if (field.getType() == List.class) {
            return texts(name, value);
        }
        Within within = Objects.requireNonNull(field.getAnnotation(Within.class), name);
        int number =
                value.isMissingNode() ? within.least() : value.intValueOpt().orElse(within.least() - 1);
        if (number < within.least() || number > within.most()) {
            throw InvalidRequest.field(name, "a number from " + within.least() + " to " + within.most());
        }
        return number;
    }
}
