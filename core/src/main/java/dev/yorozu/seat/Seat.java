package dev.yorozu.seat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.Optional;

/**
 * A session as it was when it was read: immutable, and remembering its exact bytes, by which later changes are guarded. Its
 * text form shows no secret.
 */
public final class Seat {
    private static final int PUBLIC_ID_LENGTH = 16;

    private final Name name;
    private final Bytes stored;
    private final Document document;
    private final Content content;

    Seat(Name name, Bytes stored, Document document, Content content) {
        this.name = name;
        this.stored = stored;
        this.document = document;
        this.content = content;
    }

    /** What a session is called: by its user, and in the store. */
    record Name(String token, String keyPart, Key key) {}

    /** What a session says, in clear. */
    record Content(String user, String accessToken, String refreshToken, Instant tokensEnd, Optional<String> profile) {}

    /** The secret that lets its holder in. */
    public String token() {
        return name.token();
    }

    /** What stands for the token in keys: itself, or its digest where storage is hardened. As secret as a key is. */
    public String keyPart() {
        return name.keyPart();
    }

    /** The id by which pages and commands may call this session: it lets nobody in. */
    public String publicId() {
        return publicId(keyPart());
    }

    /** The public id of the session that this stands for in keys. */
    public static String publicId(String keyPart) {
        return Digests.hex("yorozu seat " + keyPart).substring(0, PUBLIC_ID_LENGTH);
    }

    /** The user's id with the provider. */
    public String user() {
        return content.user();
    }

    /** The provider's access token. */
    public String accessToken() {
        return content.accessToken();
    }

    /** The provider's refresh token; an empty text where there is none. */
    public String refreshToken() {
        return content.refreshToken();
    }

    /** When the provider's access token ends, and the session with it. */
    public Instant tokensEnd() {
        return content.tokensEnd();
    }

    /** Whether the session is past its end, although its record is still there: it lets nobody in. */
    public boolean over(Instant now) {
        return !now.isBefore(content.tokensEnd());
    }

    /** The id of the user's profile; empty where there is none. */
    public Optional<String> profile() {
        return content.profile();
    }

    /** The same session, of which is known from elsewhere which profile is its user's. */
    Seat withProfile(String profile) {
        return new Seat(
                name,
                stored,
                document,
                new Content(
                        content.user(),
                        content.accessToken(),
                        content.refreshToken(),
                        content.tokensEnd(),
                        Optional.of(profile)));
    }

    Name name() {
        return name;
    }

    Key key() {
        return name.key();
    }

    Bytes stored() {
        return stored;
    }

    Document document() {
        return document;
    }

    @Override
    public String toString() {
        return "Seat[" + publicId() + " of " + user() + "]";
    }
}
