package dev.yorozu.server.doors.upstash;

import dev.yorozu.command.call.Refused;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.redis.StoreScripts;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Commands as a body of JSON has them: a list of texts, numbers and truth values, or a list of such lists. */
final class RestRequest {
    private static final JsonFactory JSON = new JsonFactory();

    /** So many calls may come together. */
    private static final int MOST_CALLS = 1_024;

    private RestRequest() {}

    /** The parts of one call. Anything else is refused. */
    static List<Bytes> call(byte[] body) {
        Refused malformed =
                new Refused("ERR failed to parse command: send a JSON array, the command and its arguments");
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
            if (in.nextToken() != JsonToken.START_ARRAY) {
                throw malformed;
            }
            List<Bytes> parts = parts(in, malformed);
            if (in.nextToken() != null) {
                throw malformed;
            }
            return StoreScripts.unwrapped(parts);
        } catch (JacksonException unreadable) {
            throw malformed;
        }
    }

    /** The parts of each of many calls. */
    static List<List<Bytes>> calls(byte[] body) {
        Refused malformed =
                new Refused("ERR failed to parse pipeline request: send a JSON array of commands, each an array");
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
            if (in.nextToken() != JsonToken.START_ARRAY) {
                throw malformed;
            }
            List<List<Bytes>> calls = new ArrayList<>();
            while (in.nextToken() == JsonToken.START_ARRAY) {
                calls.add(StoreScripts.unwrapped(parts(in, malformed)));
                if (calls.size() > MOST_CALLS) {
                    throw new Refused("ERR too many commands in one request: at most " + MOST_CALLS);
                }
            }
            if (in.currentToken() != JsonToken.END_ARRAY || calls.isEmpty() || in.nextToken() != null) {
                throw malformed;
            }
            return calls;
        } catch (JacksonException unreadable) {
            throw malformed;
        }
    }

    private static List<Bytes> parts(JsonParser in, Refused malformed) {
        List<Bytes> parts = new ArrayList<>();
        JsonToken token = in.nextToken();
        while (token != null && token != JsonToken.END_ARRAY) {
            if (!token.isScalarValue()) {
                throw malformed;
            }
            // A number is the text that stands there; clients send null for no argument.
            parts.add(Bytes.of(token == JsonToken.VALUE_NULL ? "" : in.getString()));
            token = in.nextToken();
        }
        if (token == null || parts.isEmpty()) {
            throw malformed;
        }
        return parts;
    }
}
