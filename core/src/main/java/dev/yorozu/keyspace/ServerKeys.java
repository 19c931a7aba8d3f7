package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;

/** The keys that servers on one store share for their own work, and those of locks that no documented system names. */
public final class ServerKeys {
    static final KeyTable TABLE = new KeyTable("yorozu");
    private static final Part NAME = Part.of("name", Alphabet.WORD, 1, 64);

    public static final KeyPattern LOCK = TABLE.key(Category.LOCK, "yorozu:lock:{name}", NAME)
            .lives(Lifetime.until("it is released, or its life has passed"))
            .holds("the owner of a lock");

    public static final KeyPattern FENCE =
            TABLE.key(Category.LOCK, "yorozu:fence:{name}", NAME).number().holds("how many owners a lock has had");

    /** Shares its partition with the lock of the same name, so that only the holder of that lock can write here. */
    public static final KeyPattern STATISTICS = TABLE.key(Category.STATISTICS, "yorozu:statistics:{name}", NAME)
            .lives(Lifetime.of(Duration.ofDays(7)))
            .json()
            .holds("the last count of all keys, JSON");

    /** Shares its partition with the lock of the same name, as the statistics do. It tells of this store and this moment. */
    public static final KeyPattern HISTORY = TABLE.key(Category.STATISTICS, "yorozu:history:{name}", NAME)
            .json()
            .holds("when a regular task was done last and how the last try went, JSON");

    public static final Duration PROBE_LIFE = Duration.ofMinutes(1);

    /** Written to find out whether the store takes writes. Several, because each node of a cluster must. */
    public static final KeyPattern HEALTH_PROBE = TABLE.key(
                    Category.STATISTICS, "yorozu:health:{number}", Part.of("number", Alphabet.WORD, 1, 2))
            .lives(Lifetime.of(PROBE_LIFE))
            .holds("nothing of meaning; written when a server is asked whether it is well");

    /** Outlives every recovery of a store. */
    public static final KeyPattern RECOVERY_CUTOFF = TABLE.key(Category.REVOCATION, "yorozu:recovered")
            .internal()
            .number()
            .holds("the moment before which nothing issued counts, in milliseconds since 1970");

    /** By this an import that was broken off finds what it left behind. */
    public static final KeyPattern IMPORT = TABLE.key(Category.LOCK, "yorozu:import")
            .holdsSecret("the name of the large key that an import is writing");

    /** What stands for all credentials together in their keys, which so share one partition. */
    public static final String ALL_CREDENTIALS = "credentials";

    private static final Part ALL = Part.oneOf("credentials", List.of(ALL_CREDENTIALS));

    public static final KeyPattern CREDENTIALS = TABLE.key(Category.CREDENTIAL, "yorozu:{credentials}", ALL)
            .type(ValueType.SET)
            .holds("the names of all credentials");

    public static final KeyPattern CREDENTIAL = TABLE.key(
                    Category.CREDENTIAL, "yorozu:{credentials}:{name}", ALL, Part.of("name", Alphabet.LABEL, 1, 63))
            .json("made", "issued", "digest")
            .holdsSecret("what a credential may do, with the digest of its secret, JSON");

    /** What stands for all apps together in their keys, which so share one partition. */
    public static final String ALL_APPS = "apps";

    private static final Part APP_LIST = Part.oneOf("apps", List.of(ALL_APPS));

    public static final KeyPattern APPS = TABLE.key(Category.CREDENTIAL, "yorozu:{apps}", APP_LIST)
            .type(ValueType.SET)
            .holds("the names of all apps");

    public static final KeyPattern APP = TABLE.key(
                    Category.CREDENTIAL, "yorozu:{apps}:{name}", APP_LIST, Part.of("name", Alphabet.LABEL, 1, 32))
            .json("made", "settings")
            .holds("what was chosen for an app, JSON");

    public static final KeyPattern REMOVED_APPS = TABLE.key(Category.CREDENTIAL, "yorozu:removed:{apps}", APP_LIST)
            .type(ValueType.SET)
            .holds("the names of apps that were removed and whose keys are still to be deleted");

    public static final KeyPattern FEED_SINCE = TABLE.key(Category.FEED, "yorozu:feed")
            .number()
            .holds("the second from which on the feed of revocations knows everything");

    /** A system, or {@code app.} and the name of an app. */
    private static final Part REALM = Part.of("realm", Alphabet.WORD, 1, 64).ofAnyText();

    public static final KeyPattern FEED = TABLE.key(Category.FEED, "yorozu:feed:{realm}", REALM)
            .holds(
                    "where the revocations of a realm are written down next: epoch, page, and until when some are missing");

    public static final KeyPattern FEED_PENDING = TABLE.key(Category.FEED, "yorozu:feed:{realm}:pending", REALM)
            .type(ValueType.HASH)
            .holdsSecret("keys that are about to be changed, and of which it is not yet told what came of it, JSON");

    public static final KeyPattern FEED_PAGE = TABLE.key(
                    Category.FEED,
                    "yorozu:feed:{realm}:{epoch}:{page}",
                    REALM,
                    Part.of("epoch", Alphabet.HEX, 16),
                    Part.of("page", Alphabet.DIGITS, 1, 19))
            .type(ValueType.LIST)
            .lives(Lifetime.until("no token can count any more that one of its revocations ended"))
            .holds("revocations of a realm in their order, JSON");

    /** Shares the partition of the value that it lies beside, whatever pattern that is of, and so is written with it. */
    public static final KeyPattern KV_METADATA = TABLE.key(
                    Category.OTHER,
                    "yorozu:kv_metadata:{digest}:{partition}",
                    Part.of("digest", Alphabet.HEX, 40),
                    Part.of("partition", Alphabet.ANY, 1, 964).asSecret())
            .lives(Lifetime.until("its value ends"))
            .partition("partition")
            .internal()
            .holdsSecret(
                    "metadata that a client of Workers KV keeps beside a value, behind the digest of that value, JSON");

    private ServerKeys() {}
}
