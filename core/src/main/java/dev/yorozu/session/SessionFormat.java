package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How sessions are named and written in the store. */
record SessionFormat(
        SessionLayout layout, SessionPolicy policy, Storage storage, RandomTokens random, InstantSource clock) {
    /** Later times were never written by a clock, and sums with them would leave what an instant can hold. */
    private static final long LATEST = Expiry.LAST.toEpochMilli();

    /** How far the clock may have been put back since the caller reckoned an end. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    /** The name of anybody's session with this sid; empty when it does not have the form of one. */
    Optional<Session.Name> name(String sid) {
        if (layout.byUser()) {
            throw new IllegalArgumentException(
                    "A session whose key begins with the user is not found without the user");
        }
        return layout.isSid(sid) ? Optional.of(name(null, sid, layout.sid().keyPart(sid, storage))) : Optional.empty();
    }

    /** The name of a user's session with this sid; empty when one of them does not have the form of such. */
    Optional<Session.Name> name(String user, String sid) {
        return layout.isUser(user) && layout.isSid(sid)
                ? Optional.of(name(user, sid, layout.sid().keyPart(sid, storage)))
                : Optional.empty();
    }

    /** The name of the session that a member of a user's index stands for; empty when no key can be made of it. */
    Optional<Session.Name> member(String user, Bytes member) {
        String part = member.text();
        return layout.isUser(user) && layout.isKeyPart(part)
                ? Optional.of(name(user, layout.sid().showsIn(storage) ? part : null, part))
                : Optional.empty();
    }

    private Session.Name name(@Nullable String user, @Nullable String sid, String part) {
        return new Session.Name(user, sid, part, layout.key(user == null ? "" : user, part));
    }

    /** A session under a new sid, not yet stored. */
    Session begin(String user, Optional<Instant> end, Function<String, Document> attributes, Instant now) {
        SessionFields fields = layout.fields();
        String sid = layout.sid().next(random);
        Session.Name name = name(user, sid).orElseThrow(() -> new IllegalArgumentException("Not a user's id"));
        Document document = named(Document.empty().with(fields.user(), user), sid)
                .withAll(seal(sid, attributes.apply(sid)))
                .with(fields.user(), user);
        document = fields.times().write(named(document, sid), fields.created(), now);
        if (end.isPresent() || fields.end().isPresent()) {
            document = ending(document, end.orElse(now.plus(policy.life())), now);
        }
        document = fields.times().write(document, fields.lastSeen(), now);
        return written(name, document.with(fields.version(), 1));
    }

    private Document named(Document document, String sid) {
        return document.withIfPresent(
                layout.fields().id().orElse(""), layout.fields().id().map(field -> sid));
    }

    /** The index lives for the policy's life from each write on, and so no session in it may outlive that. */
    private Document ending(Document document, Instant end, Instant now) {
        String field = layout.fields()
                .end()
                .orElseThrow(() -> new IllegalArgumentException("Sessions of this layout have no end of their own"));
        if (end.isAfter(now.plus(policy.life()).plus(SLACK))) {
            throw new IllegalArgumentException("A session cannot end later than after its policy's life");
        }
        return layout.fields().times().write(document, field, end);
    }

    /** The session in these bytes; empty when they are none. Fields of sessions written elsewhere may be missing. */
    Optional<Session> decode(Session.Name name, Bytes stored) {
        return Document.parse(stored).flatMap(document -> read(name, stored, document));
    }

    private Optional<Session> read(Session.Name name, Bytes stored, Document document) {
        SessionFields fields = layout.fields();
        Optional<String> user = document.text(fields.user()).filter(layout::isUser);
        OptionalLong touched = fields.times().read(document, fields.lastSeen());
        OptionalLong created = isDated(document)
                ? fields.times().read(document, fields.created())
                : OptionalLong.of(touched.orElseGet(clock::millis));
        if (user.isEmpty() || created.isEmpty() || !isTime(created.getAsLong()) || !isTime(touched.orElse(0))) {
            return Optional.empty();
        }
        if (name.user() != null && !name.user().equals(user.get())) {
            return Optional.empty();
        }
        Span span = new Span(
                created.getAsLong(),
                touched,
                ownEnd(document),
                fields.lasting().flatMap(document::flag).orElse(false));
        return Optional.of(new Session(this, name, stored, document, user.get(), span));
    }

    private OptionalLong ownEnd(Document document) {
        OptionalLong end = layout.fields()
                .end()
                .map(field -> layout.fields().times().read(document, field))
                .orElseGet(OptionalLong::empty);
        return end.isPresent() && isTime(end.getAsLong()) ? end : OptionalLong.empty();
    }

    /**
     * Whether a session says when it began. One that does not begins with its last touch, or now, and is given that; but
     * where sessions say themselves when they end, they must say when they began as well.
     */
    boolean isDated(Document document) {
        SessionFields fields = layout.fields();
        return fields.end().isPresent() || document.has(fields.created()) && !document.isNull(fields.created());
    }

    private Document dated(Document document, Session session) {
        return isDated(document)
                ? document
                : layout.fields().times().write(document, layout.fields().created(), session.createdAt());
    }

    Session touched(Session session, Instant now) {
        SessionFields fields = layout.fields();
        Document document = dated(session.document(), session);
        return written(session.name(), fields.times().write(document, fields.lastSeen(), now));
    }

    /** The session one version on. The edit sees secrets in clear and cannot touch what every session has. */
    Optional<Session> changed(Session session, Edit edit, Instant now) {
        SessionFields fields = layout.fields();
        String sid = session.sid().orElseThrow(() -> new IllegalArgumentException("A listed session has no sid"));
        Optional<Document> edited = edit.edit().apply(unseal(sid, session.document()));
        if (edited.isEmpty()) {
            return Optional.empty();
        }
        Document before = dated(session.document(), session);
        Document document =
                seal(sid, edited.get()).with(fields.user(), session.user()).withAll(before.only(fields.created()));
        document = fields.times().write(document, fields.lastSeen(), layout.ranked() ? now : session.lastSeenAt());
        document = document.with(fields.version(), session.version() + 1)
                .withAll(before.only(fields.id().orElse("")))
                .withAll(before.only(fields.end().orElse("")));
        return Optional.of(written(
                session.name(),
                edit.end().isPresent() ? ending(document, edit.end().get(), now) : document));
    }

    /**
     * What a change does.
     *
     * @param end the session's new end of its own; empty when it stays
     * @param edit gives nothing when the change is not to be made after all
     */
    record Edit(Optional<Instant> end, Function<Document, Optional<Document>> edit) {}

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
