package dev.yorozu.feed;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the log of a realm ends.
 *
 * @param epoch drawn when the log began: one that begins anew has another
 * @param page the number of the page that is written now, from 1 on; 0 before the first
 * @param cut the second until which revocations are missing that were removed because there were too many
 */
record Head(String realm, String epoch, long page, long cut) {
    static final int EPOCH_BYTES = 8;

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{16}) ([0-9]{1,18}) ([0-9]{1,18})");

    static Key key(String realm) {
        return ServerKeys.FEED.key(part(realm));
    }

    static Key pending(String realm) {
        return ServerKeys.FEED_PENDING.key(part(realm));
    }

    /** What stands for a realm in keys. */
    private static String part(String realm) {
        return realm.replace('/', '.');
    }

    static Optional<Head> read(String realm, Optional<Bytes> stored) {
        Matcher matcher = FORM.matcher(stored.map(Bytes::text).orElse(""));
        return matcher.matches()
                ? Optional.of(new Head(
                        realm, matcher.group(1), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }

    Bytes write() {
        return Bytes.of(epoch + ' ' + page + ' ' + cut);
    }

    Key pageKey() {
        return pageKey(page);
    }

    Key pageKey(long number) {
        return ServerKeys.FEED_PAGE.key(part(realm), epoch, Long.toString(number));
    }

    /** The first of the pages that a policy keeps. */
    long first(FeedPolicy policy) {
        return Math.max(1, page - policy.pages() + 1);
    }
}
