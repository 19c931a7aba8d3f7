package dev.yorozu.server.http;

/** Shows errors to people; programs get them in the form of the module that they ask. */
@FunctionalInterface
public interface ErrorPages {
    /** The page; its status and headers are those of the problem. */
    Reply page(Call call, Problem problem);
}
