package dev.yorozu.app;

import dev.yorozu.json.Document;
import dev.yorozu.store.Order;
import java.util.Set;

/** What an app has chosen of likes, rankings and boards, as JSON; see {@link AppSettingsFormat}. */
final class CommunityFormat {
    private static final String HIGH = "high";
    private static final String LOW = "low";

    private CommunityFormat() {}

    static Document document(CommunitySettings settings) {
        Document.Builder rankings = Document.builder();
        settings.rankings().forEach((kind, rule) -> rankings.with(kind, document(rule)));
        return Document.empty()
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
                most(all, "likes", "max_per_id", standard.maxLikes(), CommunitySettings.MOST_LIKES),
                AppSettingsFormat.part(all, "rankings")
                        .map(given -> AppSettingsFormat.rules(given, "rankings.", CommunityFormat::rule))
                        .orElse(standard.rankings()),
                most(all, "boards", "max_messages", standard.maxMessages(), CommunitySettings.MOST_MESSAGES));
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
        boolean bestOnly = given.has("best_only")
                ? given.flag("best_only")
                        .orElseThrow(() -> AppSettingsFormat.wrong(place + "best_only", "must be true or false"))
                : standard.bestOnly();
        return new RankingRule(
                order.equals(HIGH) ? Order.FALLING : Order.RISING,
                number(given, "max_entries", place, standard.maxEntries(), RankingRule.MOST_ENTRIES),
                bestOnly);
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
