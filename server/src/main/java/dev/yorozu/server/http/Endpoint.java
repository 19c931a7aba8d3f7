package dev.yorozu.server.http;

/**
 * What answers the calls of one route. Runs on a virtual thread and may block.
 *
 * <p>An expected outcome is returned as a {@link Reply}; what is thrown becomes an error reply in the listener.
 */
@FunctionalInterface
public interface Endpoint {
    Reply answer(Call call) throws Exception;
}
