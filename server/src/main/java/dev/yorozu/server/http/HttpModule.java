package dev.yorozu.server.http;

/** A part of the server that answers below one path: the admin interface, the pages, a system. */
public interface HttpModule {
    /** The path that all routes of this module begin with: empty for the origin itself, else like {@code /admin}. */
    String mount();

    /** Declares the routes, once, before the server starts. */
    void routes(Routes routes);

    /** How errors look below this module's mount, also those that the server finds before the module is asked. */
    default ErrorForm errors() {
        return ErrorForm.STANDARD;
    }
}
