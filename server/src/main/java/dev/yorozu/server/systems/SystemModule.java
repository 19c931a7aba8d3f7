package dev.yorozu.server.systems;

import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import java.util.List;
import java.util.function.Consumer;

/**
 * The routes of a system, by topic, below its mount.
 *
 * @param paths below which everything is this module's
 */
public record SystemModule(
        String mount, ErrorForm errors, CrossOrigin crossOrigin, List<String> paths, List<Consumer<Routes>> topics)
        implements HttpModule {
    public SystemModule {
        paths = List.copyOf(paths);
        topics = List.copyOf(topics);
    }

    /** All of a system. */
    public SystemModule(String mount, ErrorForm errors, CrossOrigin crossOrigin, List<Consumer<Routes>> topics) {
        this(mount, errors, crossOrigin, List.of(mount), topics);
    }

    /** As the other, for a system that has nothing to say of pages of other origins. */
    public SystemModule(String mount, ErrorForm errors, List<Consumer<Routes>> topics) {
        this(mount, errors, CrossOrigin.UNSAID, topics);
    }

    @Override
    public void routes(Routes routes) {
        topics.forEach(topic -> topic.accept(routes));
    }
}
