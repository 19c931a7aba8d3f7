package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.session.SessionFields.Field;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A session as it was when it was read: immutable, and remembering its exact bytes, by which later changes are guarded. One of
 * which no more than its life was looked at ({@link Sessions#use}) shows its user, its id and its times; to ask it for more
 * is a fault.
 *
 * <p>Its text form shows no secret.
 */
public final class Session {
    private static final int PUBLIC_ID_LENGTH = 16;

    private final SessionFormat format;
    private final Name name;
    private final @Nullable Bytes stored;
    private final @Nullable Document document;
    private final String user;
    private final SessionPolicy.Span span;

    Session(SessionFormat format, Name name, Bytes stored, Document document, String user, SessionPolicy.Span span) {
        this.format = format;
        this.name = name;
        this.stored = stored;
        this.document = document;
        this.user = user;
        this.span = span;
    }

    /** A session of which no more than its life was looked at. */
    private Session(SessionFormat format, Name name, SessionPolicy.Span span) {
        this.format = format;
        this.name = name;
        this.stored = null;
        this.document = null;
        this.user = name.owner();
        this.span = span;
    }

    /**
     * What a session is called: by its user, where that is known, and in the store.
     *
     * @param user whose session it must be; null when any user's will do
     * @param sid null when the session was found in a listing that does not show it
     */
    record Name(@Nullable String user, @Nullable String sid, String keyPart, Key key) {
        Bytes member() {
            return Bytes.of(keyPart);
        }

        /** The user, of a session that was found by its user. */
        String owner() {
            return Objects.requireNonNull(user);
        }
    }

    /** The id of the session; empty when it is a secret, storage is hardened, and the session was found in a listing. */
    public Optional<String> sid() {
        return Optional.ofNullable(name.sid());
    }

    /**
     * What stands for the sid in keys: itself, or its digest where it is a secret and storage is hardened. As secret as a
     * key is.
     */
    public String keyPart() {
        return name.keyPart();
    }

    /** The id by which pages and commands may call this session: it grants no access. */
    public String publicId() {
        return publicId(keyPart());
    }

    /** As {@link #publicId()}, of the session whose {@linkplain #keyPart part in keys} this is. */
    public static String publicId(String keyPart) {
        return Digests.hex("yorozu session " + keyPart).substring(0, PUBLIC_ID_LENGTH);
    }

    public String user() {
        return user;
    }

    /** When the session began; see {@link SessionFields} for those that do not record it. */
    public Instant createdAt() {
        return Instant.ofEpochMilli(span.created());
    }

    /** When the session was last touched; when it began, where that was not written down. */
    public Instant lastSeenAt() {
        return Instant.ofEpochMilli(span.lastSeen());
    }

    /** Rises by one with each change; 0 where none was written down. */
    public long version() {
        return format.layout()
                .fields()
                .name(Field.VERSION)
                .map(document()::number)
                .orElseGet(OptionalLong::empty)
                .orElse(0);
    }

    /** Whether nothing but touches came between this and another sight of the same session. */
    boolean isVersionOf(Session other) {
        return format.has(Field.VERSION) ? version() == other.version() : stored().equals(other.stored());
    }

    /** When the session will end if it is not used again, or, where it has an end of its own, at the latest. */
    public Instant endsAt() {
        return Instant.ofEpochMilli(format.policy().end(span));
    }

    /** Whether the session grants access now: one that does not may still be renewed by a change until it ends. */
    public boolean grantsAccess(Instant now) {
        return now.toEpochMilli() < span.accessUntil();
    }

    /** Whether the session is free from the idle limit. */
    public boolean lasting() {
        return span.lasting();
    }

    /** The text of an attribute; empty when it is absent, something else, or a secret. */
    public Optional<String> text(String field) {
        return format.layout().secrets().contains(field)
                ? Optional.empty()
                : document().text(field);
    }

    /** The whole number of an attribute; empty when it is absent or something else. */
    public OptionalLong number(String field) {
        return document().number(field);
    }

    /** The object of an attribute; empty when it is absent or something else. */
    public Optional<Document> object(String field) {
        return document().document(field);
    }

    /** A secret attribute in clear; empty when it is absent or cannot be opened, as in a listing. */
    public Optional<String> secret(String field) {
        return document().text(field).flatMap(value -> format.open(name.sid(), field, value));
    }

    boolean over(Instant now) {
        return format.isOver(span, now);
    }

    boolean due(Instant now) {
        return format.isDue(span, format.isDated(document()), now);
    }

    /**
     * The life of the key when the session is written. One that should say when it ends and does not was written by another
     * program, which gave its key a life; that one stays. Where that life is the only clock, it is the store's.
     */
    Expiry expiry() {
        if (!format.has(Field.CREATED)) {
            return Expiry.after(format.policy().life());
        }
        boolean unsaid = format.has(Field.END) && !saysItsEnd();
        return unsaid ? Expiry.keep() : Expiry.at(endsAt());
    }

    boolean saysItsEnd() {
        return span.saysItsEnd();
    }

    Key key() {
        return name.key();
    }

    /** The name, with the user that the record shows. */
    Name name() {
        return new Name(user, name.sid(), name.keyPart(), name.key());
    }

    Bytes stored() {
        return Objects.requireNonNull(stored, "Only the life of this session was looked at");
    }

    Document document() {
        return Objects.requireNonNull(document, "Only the life of this session was looked at");
    }

    /**
     * What has to be known of a session to say whether it lives. A store can keep this for many more sessions than records,
     * which are long where they hold signed tokens.
     *
     * @param dated whether the session says when it began
     * @param amendable whether its last touch can be written down in its record's text
     * @param session with its record; null where the store has kept no more than this
     */
    record Glance(
            SessionFormat format,
            SessionPolicy.Span span,
            boolean dated,
            boolean amendable,
            @Nullable Session session) {
        private static final int BYTES = 80;

        /** Makes glances of the records of one format. */
        record Form(SessionFormat format) implements Read.Form<Glance> {
            @Override
            public Optional<Glance> make(Key key, Bytes text) {
                return format.named(key)
                        .flatMap(name -> format.decode(name, text))
                        .map(Form::glance);
            }

            private static Glance glance(Session session) {
                SessionFormat format = session.format;
                boolean dated = format.isDated(session.document());
                return new Glance(format, session.span, dated, format.isAmendable(session), session);
            }

            @Override
            public Glance kept(Glance made) {
                return new Glance(made.format, made.span, made.dated, made.amendable, null);
            }

            @Override
            public int bytes(Glance kept) {
                return BYTES;
            }
        }

        /** Whether the session lives, and was touched so lately that nothing is to be written. */
        boolean isFresh(Instant now) {
            return !format.isOver(span, now) && !format.isDue(span, dated, now);
        }

        /** When the session ends by its own word, where it lives until then and a touch changes nothing but when it was seen. */
        Optional<Instant> ownEnd(Instant now) {
            return amendable && span.saysItsEnd() && !format.isOver(span, now)
                    ? Optional.of(Instant.ofEpochMilli(format.policy().end(span)))
                    : Optional.empty();
        }

        Optional<Session> record() {
            return Optional.ofNullable(session);
        }

        /** The session of this name, with its record where that is known. */
        Session of(Name name) {
            return session == null ? new Session(format, name, span) : session;
        }

        /** The session of this name, touched now. */
        Session touched(Name name, Instant now) {
            return new Session(format, name, span.touchedAt(now.toEpochMilli()));
        }
    }

    @Override
    public String toString() {
        return "Session[" + publicId() + " of " + user + "]";
    }
}
