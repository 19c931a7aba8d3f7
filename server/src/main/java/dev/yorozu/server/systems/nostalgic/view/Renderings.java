package dev.yorozu.server.systems.nostalgic.view;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.nostalgic.source.Watch;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The renderings of what was asked for lately, a bounded number of bytes.
 *
 * <p>Each is used only after the store said that it is right: by a number that changes with what it was made of, where every
 * write passes the store of this process, and else by what it was made of, which is read again and compared. So a write is
 * seen by the next call, whichever server or program made it. Safe for use by many threads.
 */
public final class Renderings {
    private static final long MOST_BYTES = 16 << 20;
    /** About what is kept beside a rendering and what it was made of. */
    private static final int OVERHEAD = 512;

    private final Cache<Shape, Kept> kept = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((Shape shape, Kept each) -> OVERHEAD + 2 * each.rendering().length())
            .executor(Runnable::run)
            .build();

    /** What is shown: so many of a service, or one of its pages, in one of the ways in which it can be shown. */
    public record Shape(Kind kind, String id, String way, int part) {}

    /** @param revision empty where it is not to be relied on */
    private record Kept(OptionalLong revision, Source<?> source, Rendering rendering) {}

    /** The rendering of a service; empty when there is none. */
    public <V> Optional<Rendering> find(
            Shape shape,
            Watch watch,
            Supplier<? extends Optional<? extends Source<V>>> look,
            Function<V, Rendering> making) {
        OptionalLong revision = watch.revision();
        Kept known = kept.getIfPresent(shape);
        if (known != null && revision.isPresent() && revision.equals(known.revision())) {
            return Optional.of(known.rendering());
        }
        Optional<? extends Source<V>> source = look.get();
        if (source.isEmpty()) {
            kept.invalidate(shape);
            return Optional.empty();
        }
        Rendering rendering = known != null && known.source().equals(source.get())
                ? known.rendering()
                : making.apply(source.get().view());
        OptionalLong reliable = revision.isPresent() && watch.isLasting() ? revision : OptionalLong.empty();
        kept.put(shape, new Kept(reliable, source.get(), rendering));
        return Optional.of(rendering);
    }
}
