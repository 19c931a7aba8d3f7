package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The keys of counters, likes, rankings and boards. */
public final class NostalgicKeys {
    private static final String OWNER = "nostalgic";
    private static final Part ID = Part.of("id", Alphabet.LABEL, 1, 128);
    private static final Part USER = Part.of("user_hash", Alphabet.HEX, 16);
    private static final Part ADDRESS = Part.of("address_hash", Alphabet.HEX, 16);
    private static final Lifetime DAY = Lifetime.until("the end of the day");

    /**
     * What all four services keep alike.
     *
     * @param mapping from an encoded address to the service's id
     * @param index all ids of the service by the time of their creation
     * @param service the service itself
     * @param ownerToken the hash of its owner's token
     * @param marks the users whose marks live now, and the addresses that are counted, by when those end: so that a
     *     service can be deleted whole without a walk over the keyspace
     * @param addresses how much one address has done in a day, or in the time that a user waits
     */
    public record Service(
            KeyPattern mapping,
            KeyPattern index,
            KeyPattern service,
            KeyPattern ownerToken,
            KeyPattern marks,
            KeyPattern addresses) {
        private static Service of(String name, Category category, ValueType marks) {
            return new Service(
                    KeyPattern.of(
                                    OWNER,
                                    "url:" + name + ":{encoded_url}",
                                    Part.of("encoded_url", Alphabet.ENCODED_URL, 1, 1000))
                            .category(category)
                            .partition("encoded_url")
                            .holds("the id behind an address"),
                    KeyPattern.of(OWNER, name + "s:index")
                            .category(category)
                            .type(ValueType.RANK)
                            .holds("all ids by the time of their creation"),
                    pattern(category, name + ":{id}", ID).secretValue().holds("the service, JSON"),
                    pattern(category, name + ":{id}:owner", ID).secretValue().holds("the hash of the owner's token"),
                    pattern(category, name + ":{id}:marks", ID)
                            .type(marks)
                            .lives(Lifetime.until("the last of the marks ends"))
                            .internal()
                            .holds("users with a mark, and addresses that are counted (`@`), by its end"),
                    pattern(category, name + ":{id}:address:{address_hash}", ID, ADDRESS)
                            .lives(Lifetime.until("the day or the cooldown ends"))
                            .internal()
                            .holds("how often one address was counted, downwards from zero"));
        }

        Stream<KeyPattern> patterns() {
            return Stream.of(mapping, index, service, ownerToken, marks, addresses);
        }
    }

    public static final Service COUNTER = Service.of("counter", Category.COUNTER, ValueType.HASH);
    public static final Service LIKE = Service.of("like", Category.LIKE, ValueType.RANK);
    public static final Service RANKING = Service.of("ranking", Category.RANKING, ValueType.RANK);
    public static final Service BOARD = Service.of("bbs", Category.BOARD, ValueType.RANK);

    public static final KeyPattern COUNTER_TOTAL =
            pattern(Category.COUNTER, "counter:{id}:total", ID).holds("all visits");

    public static final KeyPattern COUNTER_DAILY = pattern(
                    Category.COUNTER, "counter:{id}:daily:{date}", ID, Part.of("date", Alphabet.of("0-9-"), 10))
            .lives(Lifetime.of(Duration.ofDays(400)))
            .holds("visits of one day");

    public static final KeyPattern COUNTER_VISIT = pattern(Category.COUNTER, "counter:{id}:visit:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("when this visitor was counted today");

    public static final KeyPattern LIKE_TOTAL =
            pattern(Category.LIKE, "like:{id}:total", ID).holds("all likes");

    public static final KeyPattern LIKE_USER = pattern(Category.LIKE, "like:{id}:users:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("whether this user likes it today");

    public static final KeyPattern RANKING_SCORES = pattern(Category.RANKING, "ranking:{id}:scores", ID)
            .type(ValueType.RANK)
            .holds("names by score");

    public static final KeyPattern RANKING_DETAILS = pattern(Category.RANKING, "ranking:{id}:details", ID)
            .type(ValueType.HASH)
            .holds("how a score is shown and since when, JSON each");

    public static final KeyPattern RANKING_META =
            pattern(Category.RANKING, "ranking:{id}:meta", ID).holds("title and description, JSON");

    public static final KeyPattern RANKING_SUBMIT = pattern(
                    Category.RANKING, "ranking:{id}:submit:{user_hash}", ID, USER)
            .lives(Lifetime.of(Duration.ofSeconds(60)))
            .holds("when this user last submitted");

    public static final KeyPattern BOARD_MESSAGES = pattern(Category.BOARD, "bbs:{id}:messages", ID)
            .type(ValueType.LIST)
            .holds("messages, JSON each");

    public static final KeyPattern BOARD_EDITS = pattern(Category.BOARD, "bbs:{id}:edits", ID)
            .type(ValueType.HASH)
            .secretValue()
            .holds("hashes of edit tokens by message");

    public static final KeyPattern BOARD_POST = pattern(Category.BOARD, "bbs:{id}:post:{user_hash}", ID, USER)
            .lives(Lifetime.of(Duration.ofSeconds(10)))
            .holds("when this user last posted");

    /** What the platform's earlier program wrote under other names; read, and never written. */
    public static final KeyPattern EARLIER_VISIT = pattern(
                    Category.COUNTER, "visit_check:counter:{id}:visit:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("older form, only read: when the earlier program counted this visitor today");

    public static final KeyPattern EARLIER_LIKE = pattern(
                    Category.LIKE, "like_users:like:{id}:users:{user_hash}", ID, USER)
            .lives(DAY)
            .holds("older form, only read: whether this user likes it today, as the earlier program kept it");

    public static final KeyPattern EARLIER_DISPLAY_SCORES = pattern(Category.RANKING, "{id}:display_scores", ID)
            .type(ValueType.HASH)
            .holds("older form, only read: how scores are shown, by name, until the ranking is taken over");

    static final List<KeyPattern> ALL = Stream.of(
                    COUNTER.patterns(),
                    Stream.of(COUNTER_TOTAL, COUNTER_DAILY, COUNTER_VISIT),
                    LIKE.patterns(),
                    Stream.of(LIKE_TOTAL, LIKE_USER),
                    RANKING.patterns(),
                    Stream.of(RANKING_SCORES, RANKING_DETAILS, RANKING_META, RANKING_SUBMIT),
                    BOARD.patterns(),
                    Stream.of(BOARD_MESSAGES, BOARD_EDITS, BOARD_POST),
                    Stream.of(EARLIER_VISIT, EARLIER_LIKE, EARLIER_DISPLAY_SCORES))
            .flatMap(patterns -> patterns)
            .toList();

    private NostalgicKeys() {}

    private static KeyPattern.Builder pattern(Category category, String template, Part... parts) {
        return KeyPattern.of(OWNER, template, parts).category(category).partition("id");
    }
}
