package dev.yorozu;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkExpiry;
import dev.yorozu.link.LinkLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ListedLink;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Links to files that end by themselves, and that their owner can end before.
 *
 * <pre>{@code
 * Links links = yorozu.links(SealingKey.of(secret));
 * IssueResult issue =
 *         links.issue("hanako@example.com", "https://files.example.com/photo.jpg", Duration.ofDays(7));
 * if (issue instanceof IssueResult.Issued issued
 *         && links.resolve(issued.shortToken()) instanceof ResolveResult.Resolved link) {
 *     out.println("a link to " + link.url());
 * }
 * }</pre>
 *
 * <p>A link has a long token, which holds its target encrypted under the key, and a short one that stands for it. Deleted is
 * dead in both forms. Safe for use by many threads.
 */
public final class Links {
    private static final int SID_BYTES = 16;

    private final Context context;
    private final ShareLinks links;

    private Links(Builder builder) {
        context = builder.context;
        links = new ShareLinks(
                context.store(),
                builder.layout,
                builder.policy,
                builder.keys,
                builder.storage,
                context.random(),
                context.clock());
    }

    /**
     * Makes a link.
     *
     * @param owner who may list and delete it; any text
     * @param url of https, at a host that the policy allows
     */
    public IssueResult issue(String owner, String url, Duration life) {
        LinkExpiry end = LinkExpiry.of(context.clock().instant().plus(life));
        return issue(new LinkRequest(
                Optional.of(url), Optional.empty(), Optional.empty(), Optional.of(end), Optional.of(owner(owner))));
    }

    /** Makes a link with a name, a purpose, or an owner's session that may read its addresses in a list. */
    public IssueResult issue(LinkRequest request) {
        return links.issue(request);
    }

    /** What a short or a long token leads to. */
    public ResolveResult resolve(String token) {
        return links.resolve(token);
    }

    /** Ends a link before its time, for its owner. */
    public DeleteResult delete(String token, String owner) {
        return links.delete(token, owner);
    }

    /** The links of an owner that live, the newest first. Without the session that made them, addresses are not shown. */
    public List<ListedLink> list(String owner) {
        return links.list(owner(owner));
    }

    /** So many of them behind a cursor; those of them that have ended are left out, so that a page may hold fewer. */
    public Page<ListedLink> list(String owner, Optional<Cursor> after, int limit) {
        return links.list(owner(owner), after, limit);
    }

    /** An owner of links by a session id that is not kept, so that what is sealed under it cannot be read. */
    public LinkRequest.Owner owner(String user) {
        return new LinkRequest.Owner(user, context.random().base64url(SID_BYTES));
    }

    /** What can be chosen of links. */
    public static final class Builder {
        private final Context context;
        private KeyRing keys;
        private LinkLayout layout;
        private LinkPolicy policy = LinkPolicy.standard(List.of(LinkPolicy.ANY_HOST));
        private Storage storage;

        Builder(Context context, SealingKey key) {
            this.context = context;
            this.keys = KeyRing.of(key);
            this.storage = context.storage();
            this.layout = at(Context.MAIN);
        }

        private static LinkLayout at(String app) {
            return new LinkLayout(
                    AppKeys.SHORT_LINK.within(app), AppKeys.LINK.within(app), AppKeys.USER_LINKS.within(app));
        }

        /** Whose links these are, where several programs share a store. */
        public Builder app(String name) {
            this.layout = at(name);
            return this;
        }

        /** The only hosts that links lead to, and those below them. Needed where others say what is linked. */
        public Builder hosts(String... names) {
            return policy(new LinkPolicy(
                    List.of(names), policy.defaultLife(), policy.maxLife(), policy.maxListed(), policy.added()));
        }

        /** Any https host, 14 days at most, and 100 listed, unless it is said. */
        public Builder policy(LinkPolicy whole) {
            this.policy = whole;
            return this;
        }

        /** Keys that sealed earlier links and still open them, the newest first. */
        public Builder olderKeys(SealingKey... older) {
            this.keys = new KeyRing(keys.current(), List.of(older));
            return this;
        }

        public Builder storage(Storage kept) {
            this.storage = kept;
            return this;
        }

        /** Keeps links at documented keys. */
        public Builder layout(LinkLayout documented) {
            this.layout = documented;
            return this;
        }

        Links build() {
            return new Links(this);
        }
    }
}
