package dev.yorozu.server.http.listener;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Route;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.ServerRequest;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** What servers of this process are asked and answer, for tests that look at all of it. */
public final class Dispatches {
    /** Told of each request in the thread that answers it. */
    public interface Observer {
        void began(Settings settings, String method, Route route);

        void answered(Reply reply);

        void ended();
    }

    private static final Map<Object, Settings> SERVERS = Collections.synchronizedMap(new WeakHashMap<>());
    private static final ThreadLocal<Settings> STARTING = new ThreadLocal<>();
    private static volatile @Nullable Observer observer;

    private Dispatches() {}

    public static void observe(Observer other) {
        observer = other;
    }

    /** Around {@code HttpListener.start}. */
    public static final class Starts {
        private Starts() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) Settings settings) {
            starting(settings);
        }
    }

    /** After {@code new Router}. */
    public static final class Routers {
        private Routers() {}

        @Advice.OnMethodExit
        public static void exit(@Advice.This Object router) {
            made(router);
        }
    }

    /** Around {@code Dispatcher.dispatch}. */
    public static final class Requests {
        private Requests() {}

        @Advice.OnMethodEnter
        public static void enter(
                @Advice.FieldValue("router") Object router, @Advice.Argument(0) ServerRequest request) {
            began(router, request);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        public static void exit() {
            ended();
        }
    }

    /** Before {@code Dispatcher.send}. */
    public static final class Replies {
        private Replies() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) Reply reply) {
            answered(reply);
        }
    }

    public static void starting(Settings settings) {
        STARTING.set(settings);
    }

    public static void made(Object router) {
        Settings settings = STARTING.get();
        if (settings != null) {
            SERVERS.put(router, settings);
        }
    }

    public static void began(Object router, ServerRequest request) {
        Settings settings = SERVERS.get(router);
        HttpPrologue prologue = request.prologue();
        String method = prologue.method().text();
        if (observer != null
                && settings != null
                && ((Router) router).match(method, prologue.uriPath().rawPath()) instanceof Router.Match.Found found) {
            observer.began(settings, method, found.route());
        }
    }

    public static void answered(Reply reply) {
        Optional.ofNullable(observer).ifPresent(each -> each.answered(reply));
    }

    public static void ended() {
        Optional.ofNullable(observer).ifPresent(Observer::ended);
    }

    /** What is looked into, each with its method and who looks. */
    public static Map<Class<?>, Map<String, Class<?>>> places() {
        return Map.of(
                HttpListener.class, Map.of("start", Starts.class),
                Router.class, Map.of("<init>", Routers.class),
                Dispatcher.class, Map.of("dispatch", Requests.class, "send", Replies.class));
    }
}
