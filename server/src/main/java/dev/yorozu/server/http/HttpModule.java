package dev.yorozu.server.http;

import java.util.List;
import java.util.Map;

/** A part of the server that answers below one path: the admin interface, the pages, a system. */
public interface HttpModule {
    /** The path that all routes of this module begin with: empty for the origin itself, else like {@code /admin}. */
    String mount();

    /** Declares the routes, once, before the server starts. */
    void routes(Routes routes);

    /** How errors look below this module's paths, also those that the server finds before the module is asked. */
    default ErrorForm errors() {
        return ErrorForm.STANDARD;
    }

    /** Headers of every reply below its paths, also of errors; a reply that names one of them itself keeps its own. */
    default Map<String, String> headers() {
        return Map.of();
    }

    /** What pages of other origins may do below its paths; a browser that asks for it is answered without the module. */
    default CrossOrigin crossOrigin() {
        return CrossOrigin.UNSAID;
    }

    /**
     * The paths below which everything is this module's, also what nobody answers. Narrower than the mount for a module
     * that shares its mount with others.
     */
    default List<String> paths() {
        return List.of(mount());
    }
}
