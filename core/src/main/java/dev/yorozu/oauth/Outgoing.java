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
        private static final String FORM = "application/x-www-form-urlencoded";

        /** Parameters, encoded. */
        public static Body form(String parameters) {
            return new Body(FORM, parameters);
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

        /**
         * Posts a form, or gets what is there.
         *
         * @param form the parameters to post, encoded; empty for a GET
         */
        public Request(URI uri, Map<String, String> headers, Optional<String> form, Duration timeout) {
            this(form.isPresent() ? Method.POST : Method.GET, uri, headers, form.map(Body::form), timeout);
        }

        /** The parameters that are posted as a form; empty when there is none. */
        public Optional<String> form() {
            return body.filter(sent -> sent.mediaType().equals(Body.FORM)).map(Body::text);
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
