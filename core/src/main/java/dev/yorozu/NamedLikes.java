package dev.yorozu;

import dev.yorozu.app.CommunitySettings;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import java.util.List;

/**
 * Likes by id, one of each visitor, exact on any number of servers.
 *
 * <pre>{@code
 * NamedLikes photos = yorozu.likes("photos");
 * NamedLikes.Likes likes = photos.toggle("/photos/7", "hanako@example.com");
 * out.println(likes.count() + (likes.liked() ? ", and yours" : ""));
 * }</pre>
 *
 * <p>A like stays until it is taken back: the count is how many visitors like the id, and cannot drift from who they are.
 * Digests stand for visitors, another of each for every id. Safe for use by many threads.
 */
public final class NamedLikes {
    /** Each round is lost only to another change by the same visitor. */
    private static final int MOST_ROUNDS = 256;

    private final Context context;
    private final KeyPattern likes;
    private final int most;

    private NamedLikes(Builder builder) {
        context = builder.context;
        likes = AppKeys.LIKES.within(builder.app);
        most = builder.most;
    }

    /**
     * What became of an id.
     *
     * @param liked whether the visitor likes it now
     * @param changed whether the visitor did not before, or did
     * @param count how many like it, a moment later
     */
    public record Likes(boolean liked, boolean changed, long count) {}

    /** Likes an id, for a visitor; nothing changes for one who does, nor where as many do as may. */
    public Likes like(String id, String visitor) {
        return after(id, true, on(likes.key(id), member(id, visitor)));
    }

    /** Takes a visitor's like back. */
    public Likes unlike(String id, String visitor) {
        return after(id, false, off(likes.key(id), member(id, visitor)));
    }

    /** Likes an id, or takes that back: of two at once by one visitor, one does the one and the other the other. */
    public Likes toggle(String id, String visitor) {
        Key key = likes.key(id);
        Bytes member = member(id, visitor);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            boolean wanted = !context.store().read(new Read.IsMember(key, member));
            Change change = wanted ? on(key, member) : off(key, member);
            if (change != Change.NONE) {
                return after(id, wanted, change);
            }
        }
        throw new StoreException.Unavailable("Too many changes by one visitor at once");
    }

    /** Whether a visitor likes an id, and how many do. */
    public Likes get(String id, String visitor) {
        List<Object> found = context.store()
                .readAll(List.of(new Read.IsMember(likes.key(id), member(id, visitor)), new Read.Size(likes.key(id))));
        return new Likes((Boolean) found.getFirst(), false, (Long) found.getLast());
    }

    /** How many visitors like an id. */
    public long count(String id) {
        return context.store().read(new Read.Size(likes.key(id)));
    }

    /** Forgets all likes of an id; true when there were some. */
    public boolean delete(String id) {
        Commit commit =
                context.store().commit(Batch.builder().delete(likes.key(id)).build());
        return ((Commit.Applied) commit).flag(0);
    }

    private Likes after(String id, boolean wanted, Change change) {
        return switch (change) {
            case DONE -> new Likes(wanted, true, count(id));
            case NONE -> new Likes(wanted, false, count(id));
            case FULL -> new Likes(false, false, count(id));
        };
    }

    private enum Change {
        DONE,
        /** It was so before. */
        NONE,
        /** As many like it as may. */
        FULL
    }

    private Change on(Key key, Bytes member) {
        Commit commit = context.store()
                .commit(Batch.builder()
                        .require(Guard.notMember(key, member))
                        .require(Guard.sizeBelow(key, most))
                        .setAdd(key, member)
                        .build());
        return switch (commit) {
            case Commit.Applied applied -> Change.DONE;
            case Commit.Rejected rejected -> rejected.index() == 0 ? Change.NONE : Change.FULL;
        };
    }

    private Change off(Key key, Bytes member) {
        return context.store()
                        .apply(Batch.builder()
                                .require(Guard.member(key, member))
                                .setRemove(key, member))
                ? Change.DONE
                : Change.NONE;
    }

    private static Bytes member(String id, String visitor) {
        return Bytes.of(Digests.base64url(id + '\n' + visitor));
    }

    /** What can be chosen of likes. */
    public static final class Builder {
        private final Context context;
        private final String app;
        private int most = CommunitySettings.STANDARD.maxLikes();

        Builder(Context context, String app) {
            this.context = context;
            this.app = app;
        }

        /** How many visitors can like one id; 100,000 unless it is said, and a million at most. */
        public Builder most(int visitors) {
            CommunitySettings.requireLikes(visitors);
            this.most = visitors;
            return this;
        }

        NamedLikes build() {
            return new NamedLikes(this);
        }
    }
}
