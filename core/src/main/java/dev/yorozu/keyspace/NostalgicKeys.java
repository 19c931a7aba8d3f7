package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;

/** The keys of counters, likes, rankings and boards. */
public final class NostalgicKeys {
    static final KeyTable TABLE = new KeyTable("nostalgic");
    private static final Part ID = Part.of("id", Alphabet.LABEL, 1, 128);
    private static final Part USER = Part.of("user_hash", Alphabet.HEX, 16);
    private static final Part TURN = Part.of("turn", Alphabet.of("0-2"), 1);
    private static final Part ADDRESS = Part.of("address_hash", Alphabet.HEX, 16);
    private static final Lifetime DAY = Lifetime.until("the end of the day");

    /**
     * What all four services keep alike.
     *
     * @param mapping from an encoded address to the service's id
     * @param index all ids of the service by the time of their creation
     * @param service the service itself
     * @param ownerToken the hash of its owner's token
     * @param lists the users whose marks may live now, and the addresses that are counted, with when those end, one list
     *     for each of three days in turn: so that a service can be deleted whole without a walk over the keyspace
     * @param marks the one list of earlier versions
     * @param addresses how much one address has done in a day, or in the time that a user waits
     */
    public record Service(
            KeyPattern mapping,
            KeyPattern index,
            KeyPattern service,
            KeyPattern ownerToken,
            KeyPattern lists,
            KeyPattern marks,
            KeyPattern addresses) {
        private static Service of(String name, Category category, ValueType marks) {
            return new Service(
                    TABLE.key(
                                    category,
                                    "url:" + name + ":{encoded_url}",
                                    Part.of("encoded_url", Alphabet.ENCODED_URL, 1, 1000))
                            .holds("the id behind an address"),
                    TABLE.key(category, name + "s:index")
                            .type(ValueType.RANK)
                            .holds("all ids by the time of their creation"),
                    TABLE.key(category, name + ":{id}", ID)
                            .json("id", "url", "created")
                            .holdsSecret("the service, JSON"),
                    TABLE.key(category, name + ":{id}:owner", ID).holdsSecret("the hash of the owner's token"),
                    TABLE.key(category, name + ":{id}:marks:{turn}", ID, TURN)
                            .type(ValueType.HASH)
                            .lives(Lifetime.until("the last of the marks ends"))
                            .internal()
                            .holds("users with a mark, and addresses that are counted (`@`), of one day in three"),
                    TABLE.key(category, name + ":{id}:marks", ID)
                            .type(marks)
                            .lives(Lifetime.until("the last of the marks ends"))
                            .internal()
                            .holds("older form, read and removed: users with a mark, and addresses that are counted"),
                    TABLE.key(category, name + ":{id}:address:{address_hash}", ID, ADDRESS)
                            .lives(Lifetime.until("the day or the cooldown ends"))
                            .internal()
                            .number()
                            .holds("how often one address was counted, downwards from zero"));
        }
    }

    public static final Service COUNTER = Service.of("counter", Category.COUNTER, ValueType.HASH);

    public static final KeyPattern COUNTER_TOTAL =
            TABLE.key(Category.COUNTER, "counter:{id}:total", ID).number().holds("all visits");

    public static final KeyPattern COUNTER_DAILY = TABLE.key(
                    Category.COUNTER, "counter:{id}:daily:{date}", ID, Part.of("date", Alphabet.of("0-9-"), 10))
            .lives(Lifetime.of(Duration.ofDays(400)))
            .number()
            .holds("visits of one day");

    public static final KeyPattern COUNTER_VISIT = TABLE.key(
                    Category.COUNTER, "counter:{id}:visit:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("when this visitor was counted today");

    public static final Service LIKE = Service.of("like", Category.LIKE, ValueType.RANK);

    public static final KeyPattern LIKE_TOTAL =
            TABLE.key(Category.LIKE, "like:{id}:total", ID).number().holds("all likes");

    public static final KeyPattern LIKE_USER = TABLE.key(Category.LIKE, "like:{id}:users:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("whether this user likes it today");

    public static final Service RANKING = Service.of("ranking", Category.RANKING, ValueType.RANK);

    public static final KeyPattern RANKING_SCORES = TABLE.key(Category.RANKING, "ranking:{id}:scores", ID)
            .type(ValueType.RANK)
            .holds("names by score");

    public static final KeyPattern RANKING_DETAILS = TABLE.key(Category.RANKING, "ranking:{id}:details", ID)
            .type(ValueType.HASH)
            .holds("how a score is shown and since when, JSON each");

    public static final KeyPattern RANKING_META =
            TABLE.key(Category.RANKING, "ranking:{id}:meta", ID).json().holds("title and description, JSON");

    public static final KeyPattern RANKING_SUBMIT = TABLE.key(
                    Category.RANKING, "ranking:{id}:submit:{user_hash}", ID, USER)
            .lives(Lifetime.of(Duration.ofSeconds(60)))
            .holds("when this user last submitted");

    public static final Service BOARD = Service.of("bbs", Category.BOARD, ValueType.RANK);

    public static final KeyPattern BOARD_MESSAGES = TABLE.key(Category.BOARD, "bbs:{id}:messages", ID)
            .type(ValueType.LIST)
            .holds("messages, JSON each");

    public static final KeyPattern BOARD_EDITS = TABLE.key(Category.BOARD, "bbs:{id}:edits", ID)
            .type(ValueType.HASH)
            .holdsSecret("hashes of edit tokens by message");

    public static final KeyPattern BOARD_POST = TABLE.key(Category.BOARD, "bbs:{id}:post:{user_hash}", ID, USER)
            .lives(Lifetime.of(Duration.ofSeconds(10)))
            .holds("when this user last posted");

    /** What the platform's earlier program wrote under other names; read, and never written. */
    public static final KeyPattern EARLIER_VISIT = TABLE.key(
                    Category.COUNTER, "visit_check:counter:{id}:visit:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("older form, only read: when the earlier program counted this visitor today");

    public static final KeyPattern EARLIER_LIKE = TABLE.key(
                    Category.LIKE, "like_users:like:{id}:users:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("older form, only read: whether this user likes it today, as the earlier program kept it");

    public static final KeyPattern EARLIER_DISPLAY_SCORES = TABLE.key(Category.RANKING, "{id}:display_scores", ID)
            .type(ValueType.HASH)
            .holds("older form, only read: how scores are shown, by name, until the ranking is taken over");

    private NostalgicKeys() {}
}
