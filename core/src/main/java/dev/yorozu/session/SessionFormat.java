package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How sessions are named and written in the store. */
record SessionFormat(SessionLayout layout, SessionPolicy policy, Storage storage, RandomTokens random) {
    /** Later times were never written by a clock, and sums with them would leave what an instant can hold. */
    private static final long LATEST = Expiry.LAST.toEpochMilli();

    /** The name of the session with this sid; empty when it does not have the form of one. */
    Optional<Session.Name> name(String sid) {
        if (!layout.isSid(sid)) {
            return Optional.empty();
        }
        String part = storage.keyPart(sid);
        return Optional.of(new Session.Name(sid, part, layout.session().key(part)));
    }

    /** The name of the session that a member of an index stands for; empty when no key can be made of it. */
    Optional<Session.Name> member(Bytes member) {
        String part = member.text();
        if (!layout.isKeyPart(part)) {
            return Optional.empty();
        }
        String sid = storage == Storage.DOCUMENTED ? part : null;
        return Optional.of(new Session.Name(sid, part, layout.session().key(part)));
    }

    /** A session under a new sid, not yet stored. */
    Session begin(String user, Document attributes, Instant now) {
        String sid = random.base64url(layout.sidBytes());
        Session.Name name = name(sid).orElseThrow();
        Document document = Document.empty()
                .with(layout.user(), user)
                .withAll(seal(sid, attributes))
                .with(layout.user(), user)
                .with(layout.created(), now.toEpochMilli())
                .with(layout.lastSeen(), now.toEpochMilli())
                .with(layout.version(), 1);
        return written(name, document);
    }

    /** The session in these bytes; empty when they are none. Fields of sessions written elsewhere may be missing. */
    Optional<Session> decode(Session.Name name, Bytes stored) {
        return Document.parse(stored).flatMap(document -> read(name, stored, document));
    }

    private Optional<Session> read(Session.Name name, Bytes stored, Document document) {
        Optional<String> user = document.text(layout.user());
        OptionalLong created = document.number(layout.created());
        if (user.isEmpty() || created.isEmpty() || !layout.isUser(user.get()) || !isTime(created.getAsLong())) {
            return Optional.empty();
        }
        long lastSeen = document.number(layout.lastSeen()).orElse(created.getAsLong());
        return isTime(lastSeen)
                ? Optional.of(new Session(this, name, stored, document, user.get(), created.getAsLong(), lastSeen))
                : Optional.empty();
    }

    Session touched(Session session, Instant now) {
        return written(session.name(), session.document().with(layout.lastSeen(), now.toEpochMilli()));
    }

    /** The session one version on. The edit sees secrets in clear and cannot touch what every session has. */
    Session changed(Session session, UnaryOperator<Document> edit) {
        String sid = session.sid().orElseThrow(() -> new IllegalArgumentException("A listed session has no sid"));
        Document edited = edit.apply(unseal(sid, session.document()));
        return written(
                session.name(),
                seal(sid, edited)
                        .with(layout.user(), session.user())
                        .with(layout.created(), session.createdAt().toEpochMilli())
                        .with(layout.lastSeen(), session.lastSeenAt().toEpochMilli())
                        .with(layout.version(), session.version() + 1));
    }

    /** A secret in clear; empty when it was sealed under a sid that is not known. */
    Optional<String> open(@Nullable String sid, String field, String stored) {
        if (!layout.secrets().contains(field) || storage == Storage.DOCUMENTED) {
            return Optional.of(stored);
        }
        return sid == null ? Optional.empty() : storage.open(sid, field, stored);
    }

    private Document seal(String sid, Document plain) {
        Document sealed = plain;
        for (String field : layout.secrets()) {
            sealed = sealed.withIfPresent(
                    field, plain.text(field).map(secret -> storage.seal(sid, field, secret, random)));
        }
        return sealed;
    }

    /** Secrets that do not open under this sid are left out rather than sealed twice. */
    private Document unseal(String sid, Document sealed) {
        Document plain = sealed;
        for (String field : layout.secrets()) {
            Optional<String> stored = sealed.text(field);
            if (stored.isPresent()) {
                Optional<String> secret = storage.open(sid, field, stored.get());
                plain = secret.isPresent() ? plain.with(field, secret.get()) : plain.without(field);
            }
        }
        return plain;
    }

    private Session written(Session.Name name, Document document) {
        return read(name, document.bytes(), document)
                .orElseThrow(() -> new IllegalArgumentException("Not a session of this layout"));
    }

    private static boolean isTime(long millis) {
        return millis >= 0 && millis <= LATEST;
    }
}
