package dev.yorozu.app;

import dev.yorozu.json.Document;
import dev.yorozu.store.Order;
import java.util.Set;

/** What an app has chosen of counters, likes, rankings and boards, as JSON; see {@link AppSettingsFormat}. */
final class CommunityFormat {
    private static final String HIGH = "high";
    private static final String LOW = "low";

    private CommunityFormat() {}

    static Document document(CommunitySettings settings) {
        Document.Builder rankings = Document.builder();
        settings.rankings().forEach((kind, rule) -> rankings.with(kind, document(rule)));
        return Document.empty()
                .with("counters", Document.empty().with("durable", settings.durableCounts()))
                .with("likes", Document.empty().with("max_per_id", settings.maxLikes()))
                .with("rankings", rankings.build())
                .with("boards", Document.empty().with("max_messages", settings.maxMessages()));
    }

    private static Document document(RankingRule rule) {
        return Document.empty()
                .with("order", rule.order() == Order.FALLING ? HIGH : LOW)
                .with("max_entries", rule.maxEntries())
                .with("best_only", rule.bestOnly());
    }

    static CommunitySettings read(Document all) {
        CommunitySettings standard = CommunitySettings.STANDARD;
        return new CommunitySettings(
                durableCounts(all),
                most(all, "likes", "max_per_id", standard.maxLikes(), CommunitySettings.MOST_LIKES),
                AppSettingsFormat.part(all, "rankings")
                        .map(given -> AppSettingsFormat.rules(given, "rankings.", CommunityFormat::rule))
                        .orElse(standard.rankings()),
                most(all, "boards", "max_messages", standard.maxMessages(), CommunitySettings.MOST_MESSAGES));
    }

    private static boolean durableCounts(Document all) {
        Document given = AppSettingsFormat.part(all, "counters").orElse(Document.empty());
        AppSettingsFormat.requireNames(given, "counters.", Set.of("durable"));
        return flag(given, "durable", "counters.", CommunitySettings.STANDARD.durableCounts());
    }

    private static boolean flag(Document given, String name, String place, boolean usual) {
        return given.has(name)
                ? given.flag(name).orElseThrow(() -> AppSettingsFormat.wrong(place + name, "must be true or false"))
                : usual;
    }

    private static int most(Document all, String part, String name, int usual, int most) {
        Document given = AppSettingsFormat.part(all, part).orElse(Document.empty());
        AppSettingsFormat.requireNames(given, part + ".", Set.of(name));
        return number(given, name, part + ".", usual, most);
    }

    private static RankingRule rule(Document given, String place) {
        AppSettingsFormat.requireNames(given, place, Set.of("order", "max_entries", "best_only"));
        RankingRule standard = RankingRule.STANDARD;
        String order = given.has("order") ? given.text("order").orElse("") : HIGH;
        if (!order.equals(HIGH) && !order.equals(LOW)) {
            throw AppSettingsFormat.wrong(place + "order", "must be one of high, low");
        }
        return new RankingRule(
                order.equals(HIGH) ? Order.FALLING : Order.RISING,
                number(given, "max_entries", place, standard.maxEntries(), RankingRule.MOST_ENTRIES),
                flag(given, "best_only", place, standard.bestOnly()));
    }

    private static int number(Document given, String name, String place, int usual, int most) {
        if (!given.has(name)) {
            return usual;
        }
        long number = AppSettingsFormat.number(given, name, place);
        if (number < 1 || number > most) {
            throw AppSettingsFormat.wrong(place + name, "must be from 1 to %,d".formatted(most));
        }
        return (int) number;
    }
}
