package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.server.http.Reply;

/** One thing that can be done with a service. */
@FunctionalInterface
interface Action {
    Reply answer(Request request) throws Exception;
}
