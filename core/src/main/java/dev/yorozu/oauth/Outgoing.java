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

    /**
     * What is asked. Its text form shows neither the headers nor the form, which carry secrets.
     *
     * @param form the parameters to post, encoded; empty for a GET
     * @param timeout how long the whole exchange may take
     */
    record Request(URI uri, Map<String, String> headers, Optional<String> form, Duration timeout) {
        public Request {
            headers = Map.copyOf(headers);
        }

        @Override
        public String toString() {
            return "Request[" + (form.isPresent() ? "POST " : "GET ") + uri.getHost() + "]";
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
