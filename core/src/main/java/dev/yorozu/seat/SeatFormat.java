package dev.yorozu.seat;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** How sessions are named and written in the store. */
record SeatFormat(SeatLayout layout, SeatPolicy policy, Storage storage, RandomTokens random) {
    /** What the session with this token is called; empty for a text that does not have the form of one. */
    Optional<Seat.Name> name(String token) {
        return layout.isToken(token) ? Optional.of(named(token)) : Optional.empty();
    }

    private Seat.Name named(String token) {
        String keyPart = layout.keyPart(token, storage);
        return new Seat.Name(token, keyPart, layout.session().key(keyPart));
    }

    /** A new session, of which nothing is written yet. */
    Seat begin(String user, Grant grant, Optional<String> profile, Instant now) {
        Seat.Name name = named(layout.form().next(random));
        Document document = granted(Document.empty(), name.token(), grant, now)
                .with(layout.names().user(), user)
                .withIfPresent(layout.names().profile(), profile);
        return decode(name, document.bytes()).orElseThrow();
    }

    /** The session with other tokens of the provider, of which nothing is written yet. */
    Seat renewed(Seat seen, Grant grant, Instant asked) {
        Document document = granted(seen.document(), seen.token(), grant, asked);
        return decode(seen.name(), document.bytes()).orElseThrow();
    }

    /**
     * A record with a grant in it. A refresh token that the grant leaves out stays as it was (RFC 6749, section 6); an
     * access token of which the provider does not say when it ends lives as long as the session.
     */
    Document granted(Document record, String token, Grant grant, Instant asked) {
        SeatLayout.Names names = layout.names();
        Document with = record.with(names.accessToken(), sealed(token, names.accessToken(), grant.accessToken()));
        if (grant.refreshToken().isPresent() || !record.has(names.refreshToken())) {
            String refresh = grant.refreshToken().orElse("");
            with = with.with(names.refreshToken(), sealed(token, names.refreshToken(), refresh));
        }
        return with.with(
                names.tokensEnd(),
                asked.plus(grant.expiresIn().orElse(policy.life())).toEpochMilli());
    }

    private String sealed(String token, String field, String secret) {
        return storage.seal(token, field, secret, random);
    }

    /** The session in these bytes; empty when they are none. */
    Optional<Seat> decode(Seat.Name name, Bytes stored) {
        Optional<Document> parsed = Document.parse(stored);
        if (parsed.isEmpty()) {
            return Optional.empty();
        }
        Document document = parsed.get();
        SeatLayout.Names names = layout.names();
        Optional<String> user = document.text(names.user()).filter(layout::isUser);
        Optional<String> access = open(name, document, names.accessToken());
        OptionalLong end = document.number(names.tokensEnd());
        if (user.isEmpty() || access.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Seat(
                name,
                stored,
                document,
                new Seat.Content(
                        user.get(),
                        access.get(),
                        open(name, document, names.refreshToken()).orElse(""),
                        Instant.ofEpochMilli(end.getAsLong()),
                        document.text(names.profile()))));
    }

    private Optional<String> open(Seat.Name name, Document document, String field) {
        return document.text(field).flatMap(text -> storage.open(name.token(), field, text));
    }
}
