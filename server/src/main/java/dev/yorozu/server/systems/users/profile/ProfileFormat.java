package dev.yorozu.server.systems.users.profile;

import dev.yorozu.cache.CacheFormat;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.server.http.Json;
import dev.yorozu.store.Bytes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the document keeps a profile: {@code user_id, first_name, last_name, email, phone, address, cached_at}.
 *
 * <p>Its own programs leave the address out, write a text that nobody told as {@code null}, and the time in UTC without
 * saying so; all that is read too.
 */
final class ProfileFormat implements CacheFormat<KeptProfile> {
    @Override
    public Bytes encode(KeptProfile value, Instant now) {
        return Bytes.wrap(Json.bytes(ProfileJson.kept(value, now)));
    }

    @Override
    public Optional<KeptProfile> decode(Bytes stored) {
        return Document.parse(stored).flatMap(ProfileFormat::profile);
    }

    private static Optional<KeptProfile> profile(Document document) {
        return document.text("user_id")
                .filter(user -> !user.isEmpty())
                .map(user -> new KeptProfile(
                        user,
                        text(document, "first_name"),
                        text(document, "last_name"),
                        text(document, "email"),
                        text(document, "phone"),
                        text(document, "address"),
                        document.text("cached_at").flatMap(ProfileFormat::instant)));
    }

    private static String text(Document document, String name) {
        return document.text(name).orElse("");
    }

    /** With or without fractions and offset; without one it is UTC. */
    static Optional<Instant> instant(String text) {
        OptionalLong own = Iso.ownMillis(text);
        if (own.isPresent()) {
            return Optional.of(Instant.ofEpochMilli(own.getAsLong()));
        }
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return Optional.of(
                    time instanceof OffsetDateTime zoned
                            ? zoned.toInstant()
                            : ((LocalDateTime) time).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
