package dev.yorozu.app;

import dev.yorozu.app.AppSettings.LimitBounds;
import dev.yorozu.app.AppSettings.Quota;
import dev.yorozu.app.AppSettings.TokenSettings;
import dev.yorozu.json.Document;
import dev.yorozu.limit.FailMode;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.token.ledger.LedgerPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * The settings of an app as JSON, in which every length of time is a number of seconds. What is not said is as in
 * {@link AppSettings#STANDARD}; a name that means nothing is a fault of who wrote it.
 */
public final class AppSettingsFormat {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final String NAMES = "must have a name of 1 to 64 letters, digits, dots, dashes and underscores";
    private static final long MOST_SECONDS = Duration.ofDays(3660).toSeconds();

    private AppSettingsFormat() {}

    public static Document document(AppSettings settings) {
        SessionPolicy sessions = settings.sessions();
        Document.Builder limits = Document.builder();
        settings.limits().forEach((name, rule) -> limits.with(name, document(rule)));
        return Document.empty()
                .with(
                        "sessions",
                        Document.empty()
                                .with("life", sessions.life().toSeconds())
                                .with("idle", sessions.idle().toSeconds())
                                .with("absolute", sessions.absoluteLife().toSeconds())
                                .with("max_per_user", sessions.maxPerUser())
                                .with("at_cap", word(sessions.atCap()))
                                .with("touch_every", sessions.touchEvery().toSeconds()))
                .with("tokens", document(settings.tokens()))
                .with("limits", limits.build())
                .with(
                        "limit_bounds",
                        Document.empty()
                                .with("most", settings.bounds().most())
                                .with("longest", settings.bounds().longest().toSeconds()))
                .withAll(CommunityFormat.document(settings.community()))
                .with(
                        "quota",
                        Document.empty()
                                .with("keys", settings.quota().keys())
                                .with("bytes", settings.quota().bytes()));
    }

    private static Document document(TokenSettings tokens) {
        LedgerPolicy policy = tokens.policy();
        return Document.empty()
                .with("issuer", tokens.issuer())
                .with("audience", tokens.audience())
                .with("access_life", policy.accessLife().toSeconds())
                .with("refresh_life", policy.life().toSeconds())
                .with("absolute", policy.absoluteLife().toSeconds())
                .with("max_per_user", policy.maxPerUser());
    }

    private static Document document(LimitRule rule) {
        return Document.empty()
                .with("kind", rule.kind().word())
                .with("limit", rule.limit())
                .with("window", rule.window().toSeconds())
                .with("fails", word(rule.fails()));
    }

    /** Reads settings; an {@link IllegalArgumentException} says in words which is not as it must be. */
    public static AppSettings read(Document document) {
        requireNames(
                document,
                "",
                Set.of(
                        "sessions",
                        "tokens",
                        "limits",
                        "limit_bounds",
                        "counters",
                        "likes",
                        "rankings",
                        "boards",
                        "quota"));
        AppSettings standard = AppSettings.STANDARD;
        return new AppSettings(
                part(document, "sessions").map(AppSettingsFormat::sessions).orElse(standard.sessions()),
                part(document, "tokens").map(AppSettingsFormat::tokens).orElse(standard.tokens()),
                part(document, "limits").map(AppSettingsFormat::limits).orElse(standard.limits()),
                part(document, "limit_bounds").map(AppSettingsFormat::bounds).orElse(standard.bounds()),
                CommunityFormat.read(document),
                part(document, "quota").map(AppSettingsFormat::quota).orElse(standard.quota()));
    }

    private static SessionPolicy sessions(Document given) {
        requireNames(given, "sessions.", Set.of("life", "idle", "absolute", "max_per_user", "at_cap", "touch_every"));
        SessionPolicy standard = AppSettings.STANDARD.sessions();
        Duration life = seconds(given, "life", "sessions.").orElse(standard.life());
        Duration idle = seconds(given, "idle", "sessions.").orElse(life);
        Duration absolute = seconds(given, "absolute", "sessions.")
                .orElse(standard.absoluteLife().compareTo(life) < 0 ? life : standard.absoluteLife());
        Duration touch = seconds(given, "touch_every", "sessions.")
                .orElse(standard.touchEvery().compareTo(idle) < 0 ? standard.touchEvery() : Duration.ZERO);
        AtCap atCap = given.has("at_cap") ? choice(given, "at_cap", "sessions.", AtCap.class) : standard.atCap();
        long most = given.has("max_per_user") ? number(given, "max_per_user", "sessions.") : standard.maxPerUser();
        return new SessionPolicy(
                life, idle, absolute, Math.toIntExact(Math.min(most, Integer.MAX_VALUE)), atCap, touch);
    }

    private static TokenSettings tokens(Document given) {
        String place = "tokens.";
        requireNames(
                given, place, Set.of("issuer", "audience", "access_life", "refresh_life", "absolute", "max_per_user"));
        LedgerPolicy standard = LedgerPolicy.STANDARD;
        Duration life = seconds(given, "refresh_life", place).orElse(standard.life());
        Duration absolute = seconds(given, "absolute", place)
                .orElse(standard.absoluteLife().compareTo(life) < 0 ? life : standard.absoluteLife());
        long most = given.has("max_per_user") ? number(given, "max_per_user", place) : standard.maxPerUser();
        return new TokenSettings(
                given.text("issuer").orElse(""),
                given.text("audience").orElse(""),
                new LedgerPolicy(
                        life,
                        absolute,
                        seconds(given, "access_life", place).orElse(standard.accessLife()),
                        standard.skew(),
                        standard.grace(),
                        Math.toIntExact(Math.min(most, Integer.MAX_VALUE)),
                        standard.rememberUsed(),
                        standard.maxRemembered()));
    }

    private static SequencedMap<String, LimitRule> limits(Document given) {
        return rules(given, "limits.", AppSettingsFormat::rule);
    }

    /** Rules by their names. */
    static <R> SequencedMap<String, R> rules(Document given, String place, BiFunction<Document, String, R> reading) {
        SequencedMap<String, R> rules = new LinkedHashMap<>();
        for (String name : given.names()) {
            if (!NAME.matcher(name).matches()) {
                throw wrong(place + name, NAMES);
            }
            Document rule = given.document(name).orElseThrow(() -> wrong(place + name, "must be an object"));
            rules.put(name, reading.apply(rule, place + name + "."));
        }
        return rules;
    }

    /**
     * Reads one limit.
     *
     * @param place what stands before the names of its fields where one is wrong
     */
    public static LimitRule rule(Document given, String place) {
        requireNames(given, place, Set.of("kind", "limit", "window", "fails"));
        LimitRule.Kind kind = given.has("kind")
                ? given.text("kind")
                        .flatMap(LimitRule.Kind::of)
                        .orElseThrow(() -> wrong(place + "kind", "must be one of gcra, fixed, sliding"))
                : LimitRule.Kind.GCRA;
        long limit = number(given, "limit", place);
        Duration window = seconds(given, "window", place).orElseThrow(() -> wrong(place + "window", "is required"));
        FailMode fails = given.has("fails") ? choice(given, "fails", place, FailMode.class) : FailMode.OPEN;
        try {
            return new LimitRule(kind, limit, window, fails);
        } catch (IllegalArgumentException outside) {
            throw wrong(place + "limit", "must be from 1 to 1,000,000, within a window of at most a year");
        }
    }

    private static LimitBounds bounds(Document given) {
        requireNames(given, "limit_bounds.", Set.of("most", "longest"));
        LimitBounds standard = AppSettings.STANDARD.bounds();
        return new LimitBounds(
                given.has("most") ? number(given, "most", "limit_bounds.") : standard.most(),
                seconds(given, "longest", "limit_bounds.").orElse(standard.longest()));
    }

    private static Quota quota(Document given) {
        requireNames(given, "quota.", Set.of("keys", "bytes"));
        return new Quota(
                given.has("keys") ? number(given, "keys", "quota.") : 0,
                given.has("bytes") ? number(given, "bytes", "quota.") : 0);
    }

    static Optional<Document> part(Document document, String name) {
        if (!document.has(name)) {
            return Optional.empty();
        }
        return Optional.of(document.document(name).orElseThrow(() -> wrong(name, "must be an object")));
    }

    private static Optional<Duration> seconds(Document given, String name, String place) {
        if (!given.has(name)) {
            return Optional.empty();
        }
        long seconds = number(given, name, place);
        if (seconds > MOST_SECONDS) {
            throw wrong(place + name, "must be ten years at most, in seconds");
        }
        return Optional.of(Duration.ofSeconds(seconds));
    }

    static long number(Document given, String name, String place) {
        long number = given.number(name).orElse(-1);
        if (number < 0) {
            throw wrong(place + name, "must be a whole number, not below 0");
        }
        return number;
    }

    private static <E extends Enum<E>> E choice(Document given, String name, String place, Class<E> type) {
        TreeSet<String> words = new TreeSet<>();
        for (E each : type.getEnumConstants()) {
            if (given.text(name).filter(word(each)::equals).isPresent()) {
                return each;
            }
            words.add(word(each));
        }
        throw wrong(place + name, "must be one of " + String.join(", ", words));
    }

    private static String word(Enum<?> each) {
        return each.name().toLowerCase(Locale.ROOT);
    }

    static void requireNames(Document given, String place, Set<String> known) {
        for (String name : given.names()) {
            if (!known.contains(name)) {
                throw wrong(place + name, "is no setting; there are " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    static IllegalArgumentException wrong(String field, String sentence) {
        return new IllegalArgumentException(field + " " + sentence);
    }
}
