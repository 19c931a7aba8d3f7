package dev.yorozu.oauth;

import dev.yorozu.store.Bytes;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The way out to providers. Implementations bound the time and the size of an answer, follow no redirect, and speak
 * plain HTTP with this machine only. Safe for use by any number of threads; blocks.
 */
@FunctionalInterface
public interface Outgoing {
    Answer send(Request request);

    enum Method {
        GET,
        POST,
        PATCH
    }

    /** What is sent along. Its text form shows only what kind it is, because it carries secrets. */
    record Body(String mediaType, String text) {
        public static Body form(Map<String, String> parameters) {
            return new Body("application/x-www-form-urlencoded", FormText.of(parameters));
        }

        public static Body json(String text) {
            return new Body("application/json", text);
        }

        @Override
        public String toString() {
            return "Body[" + mediaType + "]";
        }
    }

    /**
     * What is asked. Its text form shows neither the headers nor the body, which carry secrets.
     *
     * @param body empty for a GET, and for no other
     * @param timeout how long the whole exchange may take
     */
    record Request(Method method, URI uri, Map<String, String> headers, Optional<Body> body, Duration timeout) {
        public Request {
            headers = Map.copyOf(headers);
            if (body.isPresent() == (method == Method.GET)) {
                throw new IllegalArgumentException("A body belongs to every request but a GET");
            }
        }

        public static Request get(URI uri, Map<String, String> headers, Duration timeout) {
            return new Request(Method.GET, uri, headers, Optional.empty(), timeout);
        }

        @Override
        public String toString() {
            return "Request[" + method + " " + uri.getHost() + "]";
        }
    }

    sealed interface Answer {
        /** The whole answer, whatever its status. */
        record Response(int status, Bytes body) implements Answer {}

        /** No whole answer in time; the provider may have done what it was asked. */
        record TimedOut() implements Answer {}

        /** No answer that can be used: no connection, no trust, too large. */
        record Unreachable() implements Answer {}
    }
}
