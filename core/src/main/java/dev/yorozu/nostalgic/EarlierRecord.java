package dev.yorozu.nostalgic;

import dev.yorozu.json.Document;
import java.util.List;
import java.util.Set;

/**
 * Records as the platform's earlier program wrote them: without {@code service} and {@code owner}, in its first versions
 * with settings beside the other fields, and in later ones with all of a ranking's limits among the settings.
 *
 * <p>Read so, a record has the fields of today's in their places, but still no {@code service}: that is how one is known
 * that was not taken over yet.
 */
final class EarlierRecord {
    private static final String MAX_ENTRIES = "maxEntries";
    /** What stood beside the other fields before there were settings. */
    private static final List<String> MOVED = List.of("title", "sortOrder", "webhookUrl");

    private EarlierRecord() {}

    static Document read(Kind kind, Document found) {
        Document settings = found.document(Service.SETTINGS).orElse(Document.empty());
        Document rest = found.without(Set.of("id", "url", "created", kind.last(), kind.total(), Service.SETTINGS));
        for (String name : MOVED) {
            settings = settings.has(name) ? settings : settings.withAll(found.only(name));
            rest = rest.without(name);
        }
        if (kind == Kind.RANKING && settings.has(MAX_ENTRIES)) {
            rest = rest.withAll(settings.only(MAX_ENTRIES));
            settings = settings.without(MAX_ENTRIES);
        }
        return found.only("id")
                .withAll(found.only("url"))
                .withAll(found.only("created"))
                .withNull(kind.last())
                .withAll(found.only(kind.last()))
                .with(kind.total(), Math.max(0, found.number(kind.total()).orElse(0)))
                .withAll(rest)
                .with(Service.SETTINGS, settings);
    }
}
