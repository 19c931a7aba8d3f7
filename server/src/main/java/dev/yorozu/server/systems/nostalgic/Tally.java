package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.Sum;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * A kind of services that show one number: counters and likes.
 *
 * @param <V> a service of this kind as it is shown
 */
interface Tally<V> {
    Services services();

    Creation create(SiteUrl url, String token, Document settings);

    /** The settings that only this kind has, as far as a call names them, added to those that all have. */
    Document settings(Parameters parameters, Document common);

    Optional<V> view(String id, Request request);

    Map<String, V> views(List<String> ids, Request request);

    Optional<V> set(Ownership.Owned owned, long total, Request request);

    Optional<V> change(Ownership.Owned owned, Document settings, Request request);

    Sum sum(String prefix);

    Consumer<JsonGenerator> shown(V view, Audience audience);

    /** What is shown of a service that is not there. */
    Consumer<JsonGenerator> none(String id);

    /** What also stands beside the data. */
    default Consumer<JsonGenerator> beside(V view) {
        return json -> {};
    }

    /** The number that the call asks for. */
    long number(V view, Request request);

    String picture(String digits, Optional<V> view, Theme theme);
}
