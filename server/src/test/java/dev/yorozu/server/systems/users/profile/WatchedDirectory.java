package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real directory that counts how often profiles are loaded, and lets something else happen after a load. */
final class WatchedDirectory {
    private static final Set<String> LOADS = Set.of("profile", "profiles");

    private final Directory directory;
    private final AtomicInteger loads = new AtomicInteger();
    private volatile Runnable afterLoad = () -> {};
    private volatile boolean away;

    WatchedDirectory(Directory directory) {
        this.directory = directory;
    }

    Directory directory() {
        return (Directory) Proxy.newProxyInstance(
                Directory.class.getClassLoader(), new Class<?>[] {Directory.class}, (proxy, method, arguments) -> {
                    if (away && !method.getName().equals("close")) {
                        throw new DirectoryException("The directory is away");
                    }
                    Object answer = called(method, arguments);
                    if (LOADS.contains(method.getName())) {
                        loads.incrementAndGet();
                        afterLoad.run();
                    }
                    return answer;
                });
    }

    private @Nullable Object called(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(directory, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    /** What happens between each load and whoever asked for it. */
    void afterLoad(Runnable action) {
        afterLoad = action;
    }

    void away(boolean isAway) {
        away = isAway;
    }

    /** How often profiles were loaded since this was asked last. */
    int loads() {
        return loads.getAndSet(0);
    }
}
