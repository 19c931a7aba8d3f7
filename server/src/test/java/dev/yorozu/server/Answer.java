package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came back from a system.
 *
 * @param errors the names of the fields that errors of the system have
 * @param further those that some of its errors have besides
 */
public record Answer(HttpResponse<String> response, List<String> errors, List<String> further) {
    public int status() {
        return response.statusCode();
    }

    public String body() {
        return response.body();
    }

    public JsonNode json() {
        return JsonMapper.shared().readTree(body());
    }

    public String text(String field) {
        return json().get(field).asString();
    }

    public String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    public Answer isOk() {
        return isStatus(200);
    }

    public Answer isStatus(int status) {
        assertThat(status()).as(body()).isEqualTo(status);
        return this;
    }

    /** That this is an error in the form of the system. */
    public Answer isError(int status) {
        isStatus(status);
        assertThat(header("Content-Type")).isEqualTo("application/json; charset=utf-8");
        List<String> fields = List.copyOf(json().propertyNames());
        assertThat(fields.subList(0, errors.size())).isEqualTo(errors);
        assertThat(further).containsAll(fields.subList(errors.size(), fields.size()));
        fields.stream()
                .map(json()::get)
                .filter(JsonNode::isString)
                .forEach(text -> assertThat(text.asString()).isNotBlank());
        if (errors.contains("statusCode")) {
            assertThat(json().get("statusCode").asInt()).isEqualTo(status);
        }
        assertThat(body()).doesNotContain("Exception", "dev.yorozu");
        return this;
    }

    /** That this is an error in the form of the system, with this text in the field that has its texts. */
    public Answer isError(int status, String text) {
        isError(status);
        assertThat(message()).isEqualTo(text);
        return this;
    }

    /** What an error says to people. */
    private String message() {
        return text(errors.contains("message") ? "message" : errors.getLast());
    }

    /** The names of the fields that an error complains about. */
    public Iterable<String> complaints() {
        return json().get("details").propertyNames();
    }
}
