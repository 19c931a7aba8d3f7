package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionFields.Field;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How sessions are named, read and written in the store. */
record SessionFormat(
        SessionLayout layout, SessionPolicy policy, Storage storage, RandomTokens random, InstantSource clock) {
    /** Later times were never written by a clock, and sums with them would leave what an instant can hold. */
    private static final long LATEST = Expiry.LAST.toEpochMilli();

    /** How far the clock may have been put back since the caller reckoned an end. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    /**
     * The name of the session with this sid; empty when it does not have the form of one.
     *
     * @param user whose session it must be; null when any user's will do
     */
    Optional<Session.Name> name(@Nullable String user, String sid) {
        return (user == null || layout.isUser(user)) && layout.isSid(sid)
                ? Optional.of(name(user, sid, layout.sid().keyPart(sid, storage)))
                : Optional.empty();
    }

    /** The name of the session that a member of a user's index stands for; empty when no key can be made of it. */
    Optional<Session.Name> member(String user, String member) {
        return layout.isUser(user) && layout.isKeyPart(member)
                ? Optional.of(name(user, layout.sid().showsIn(storage) ? member : null, member))
                : Optional.empty();
    }

    /** The name of the session at this key, of which the user is known; empty when no session has such a key. */
    Optional<Session.Name> named(Key key) {
        return layout.session().match(key.name()).flatMap(parts -> member(parts.getFirst(), parts.getLast()));
    }

    private Session.Name name(@Nullable String user, @Nullable String sid, String keyPart) {
        return new Session.Name(user, sid, keyPart, layout.key(user, keyPart));
    }

    /** A new session, not yet stored. */
    Session begin(NewSession wanted, Instant now) {
        SessionFields fields = layout.fields();
        Session.Name name = name(wanted.user(), wanted.sid())
                .orElseThrow(() -> new IllegalArgumentException("Not a user's id, or not a sid"));
        Document given = seal(wanted.sid(), wanted.attributes());
        Document document = given.has(fields.user()) ? given : Document.empty().with(fields.user(), wanted.user());
        document = named(document, wanted.sid()).withAll(given).with(fields.user(), wanted.user());
        document = timed(named(document, wanted.sid()), Field.CREATED, now);
        if (has(Field.LIMIT)) {
            document = wanted.end().isPresent()
                    ? timed(document, Field.LIMIT, wanted.end().get())
                    : document;
        } else if (wanted.end().isPresent() || has(Field.END)) {
            document = ending(document, wanted.end().orElse(now.plus(policy.life())), now);
        }
        document = timed(document, Field.LAST_SEEN, now);
        return written(name, versioned(document, 1));
    }

    /** What becomes of a document where the layout names this field. */
    private Document where(Field field, Document document, Function<String, Document> edit) {
        Optional<String> name = layout.fields().name(field);
        return name.isPresent() ? edit.apply(name.get()) : document;
    }

    private Document named(Document document, String sid) {
        return where(Field.ID, document, name -> document.with(name, sid));
    }

    private Document timed(Document document, Field field, Instant time) {
        return where(field, document, name -> layout.fields().times().write(document, name, time));
    }

    private Document versioned(Document document, long version) {
        return where(Field.VERSION, document, name -> document.with(name, version));
    }

    /** A document with nothing but this field. */
    private Document only(Document document, Field field) {
        return where(field, Document.empty(), document::only);
    }

    /** The index lives for the policy's life from each write on, and so no session in it may outlive that. */
    private Document ending(Document document, Instant end, Instant now) {
        if (!has(Field.END)) {
            throw new IllegalArgumentException("Sessions of this layout have no end of their own");
        }
        if (end.isAfter(now.plus(policy.life()).plus(SLACK))) {
            throw new IllegalArgumentException("A session cannot end later than after its policy's life");
        }
        return timed(document, Field.END, end);
    }

    /**
     * Asks for the session of this name. Where the record does not say when it began, the life of its key is asked as well.
     */
    RoundTrip.Answer<Optional<Session>> read(RoundTrip trip, Session.Name name) {
        RoundTrip.Answer<Optional<Bytes>> stored = trip.read(new Read.Get(name.key()));
        if (has(Field.CREATED)) {
            return stored.map(found -> found.flatMap(bytes -> decode(name, bytes)));
        }
        RoundTrip.Answer<Optional<Life>> life = trip.read(new Read.Remaining(name.key()));
        return stored.map(found -> found.flatMap(bytes -> decode(name, bytes, began(life.get()))));
    }

    /** A whole life before the end of its key; now, where the key has no end, as only an operator's hand makes it. */
    private OptionalLong began(Optional<Life> life) {
        return life.isPresent() && life.get() instanceof Life.Ends ends
                ? OptionalLong.of(
                        clock.millis() + ends.left().toMillis() - policy.life().toMillis())
                : OptionalLong.of(clock.millis());
    }

    /** The session in these bytes; empty when they are none. Fields of sessions written elsewhere may be missing. */
    Optional<Session> decode(Session.Name name, Bytes stored) {
        return decode(name, stored, OptionalLong.empty());
    }

    private Optional<Session> decode(Session.Name name, Bytes stored, OptionalLong began) {
        return Document.parse(stored).flatMap(document -> read(name, stored, document, began));
    }

    private Optional<Session> read(Session.Name name, Bytes stored, Document document, OptionalLong began) {
        SessionFields fields = layout.fields();
        Optional<String> user = document.text(fields.user()).filter(layout::isUser);
        OptionalLong touched = time(document, Field.LAST_SEEN);
        OptionalLong created = isDated(document)
                ? time(document, Field.CREATED)
                : OptionalLong.of(began.orElse(touched.orElseGet(clock::millis)));
        OptionalLong accessUntil = time(document, Field.ACCESS_UNTIL);
        boolean complete = user.isPresent()
                && created.isPresent()
                && isTime(created.getAsLong())
                && isTime(touched.orElse(0))
                && accessUntil.isPresent() == has(Field.ACCESS_UNTIL);
        if (!complete || name.user() != null && !name.user().equals(user.get()) || isForeign(name.sid(), document)) {
            return Optional.empty();
        }
        long ownEnd = time(document, Field.END).orElse(SessionPolicy.Span.NEVER);
        SessionPolicy.Span span = new SessionPolicy.Span(
                created.getAsLong(),
                touched.orElse(SessionPolicy.Span.NEVER),
                isTime(ownEnd) ? ownEnd : SessionPolicy.Span.NEVER,
                time(document, Field.LIMIT).orElse(SessionPolicy.Span.NEVER),
                fields.name(Field.LASTING).flatMap(document::flag).orElse(false),
                accessUntil.orElse(SessionPolicy.Span.NEVER));
        return Optional.of(new Session(this, name, stored, document, user.get(), span));
    }

    /**
     * Whether its secrets were sealed for another sid, or for any: a digest is no sid of a plain store. In hardened storage
     * that costs a decryption, and is asked only where a session grants access by its secrets.
     */
    private boolean isForeign(@Nullable String sid, Document document) {
        if (sid == null || storage != Storage.DOCUMENTED && !has(Field.ACCESS_UNTIL)) {
            return false;
        }
        for (String field : layout.secrets()) {
            Optional<String> text = document.text(field);
            if (text.isPresent() && storage.open(sid, field, text.get()).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private OptionalLong time(Document document, Field field) {
        Optional<String> name = layout.fields().name(field);
        return name.isEmpty() ? OptionalLong.empty() : layout.fields().times().read(document, name.get());
    }

    boolean has(Field field) {
        return layout.fields().has(field);
    }

    /**
     * Whether a session says when it began. One that does not begins with its last touch, or now, and is given that; but
     * where sessions say themselves when they end, they must say when they began as well.
     */
    boolean isDated(Document document) {
        SessionFields fields = layout.fields();
        String created = fields.name(Field.CREATED).orElse("");
        return has(Field.END) || document.has(created) && !document.isNull(created);
    }

    private Document dated(Document document, Session session) {
        return isDated(document) ? document : timed(document, Field.CREATED, session.createdAt());
    }

    boolean isOver(SessionPolicy.Span span, Instant now) {
        return policy.over(span, has(Field.END), now.toEpochMilli());
    }

    /** @param dated whether the session {@linkplain #isDated says when it began} */
    boolean isDue(SessionPolicy.Span span, boolean dated, Instant now) {
        return !dated || policy.due(span.lastSeen(), now.toEpochMilli());
    }

    /**
     * Whether a touch of a session need not know its record: the record was written here, so that its key ends when it says,
     * and an {@linkplain #stamp amendment} finds the field of the last touch, because no name is written with escapes.
     */
    boolean isAmendable(Session session) {
        SessionFields fields = layout.fields();
        return has(Field.END)
                && session.saysItsEnd()
                && fields.name(Field.VERSION).filter(session.document()::has).isPresent()
                && fields.name(Field.LAST_SEEN).filter(session.document()::has).isPresent()
                && session.stored().read(SessionFormat::hasNoEscapes);
    }

    private static boolean hasNoEscapes(byte[] json, int from, int to) {
        int next = from;
        while (next < to && json[next] != '\\') {
            next++;
        }
        return next == to;
    }

    /** What writes a touch down in such a record. */
    Write.Amend.Change stamp(Instant now) {
        return new Write.Amend.Change(
                List.of(layout.fields().name(Field.LAST_SEEN).orElseThrow()),
                new Write.Amend.Literal(layout.fields().times().json(now)));
    }

    Session touched(Session session, Instant now) {
        return written(session.name(), timed(dated(session.document(), session), Field.LAST_SEEN, now));
    }

    /**
     * The session one version on. The edit sees secrets in clear and cannot touch what every session has.
     *
     * @param activity when the session was last active
     */
    Optional<Session> changed(Session session, Edit edit, Instant activity, Instant now) {
        SessionFields fields = layout.fields();
        String sid = session.sid().orElseThrow(() -> new IllegalArgumentException("A listed session has no sid"));
        Optional<Document> edited = edit.edit().apply(unseal(sid, session.document()));
        if (edited.isEmpty()) {
            return Optional.empty();
        }
        Document before = dated(session.document(), session);
        Document document =
                seal(sid, edited.get()).with(fields.user(), session.user()).withAll(only(before, Field.CREATED));
        document = versioned(timed(document, Field.LAST_SEEN, activity), session.version() + 1)
                .withAll(only(before, Field.ID))
                .withAll(only(before, Field.END))
                .withAll(only(before, Field.LIMIT));
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

    /** The life of a key whose session was changed: only touches renew a life where touches are recorded. */
    Expiry expiryOfChange(Session next) {
        boolean byTouch = has(Field.LAST_SEEN) && !has(Field.END);
        return byTouch ? Expiry.keep() : next.expiry();
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

    private Document unseal(String sid, Document sealed) {
        Document plain = sealed;
        for (String field : layout.secrets()) {
            plain = plain.withIfPresent(field, sealed.text(field).flatMap(stored -> storage.open(sid, field, stored)));
        }
        return plain;
    }

    private Session written(Session.Name name, Document document) {
        return read(name, document.bytes(), document, OptionalLong.empty())
                .orElseThrow(() -> new IllegalArgumentException("Not a session of this layout"));
    }

    private static boolean isTime(long millis) {
        return millis >= 0 && millis <= LATEST;
    }
}
