package dev.yorozu.server.http;

import dev.yorozu.server.http.negotiation.Gzip;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What is sent back: a status, headers and a body. Immutable; {@link #with} gives another.
 *
 * @param gzip the compressed form of the body, where clients may have that in its place
 */
public record Reply(int status, List<Header> headers, Body body, Optional<Supplier<byte[]>> gzip) {
    private static final Header JSON =
            HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8");
    private static final Header TEXT = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    private static final Header HTML = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
    private static final Header GZIP = HeaderValues.createCached(HeaderNames.CONTENT_ENCODING, "gzip");
    private static final Header VARIES = HeaderValues.createCached(HeaderNames.VARY, "Accept-Encoding");
    private static final Header NO_STORE = HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-store");
    private static final Header REVALIDATED = HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "private, no-cache");

    private static final List<Header> UNKEPT_JSON = List.of(JSON, NO_STORE);

    /** The names that our code gives to headers, each made once. */
    private static final Map<String, HeaderName> NAMES = new ConcurrentHashMap<>();

    private Reply(int status, List<Header> headers, Body body) {
        this(status, headers, body, Optional.empty());
    }

    /** Writes a body piece by piece; what it throws after the first bytes breaks the connection. */
    @FunctionalInterface
    public interface BodyWriter {
        void writeTo(OutputStream out) throws IOException;
    }

    public sealed interface Body {
        /** The whole body. */
        final class Whole implements Body {
            private final byte[] bytes;

            Whole(byte[] bytes) {
                this.bytes = bytes;
            }

            public byte[] bytes() {
                return bytes;
            }
        }

        /** A body of unknown length. */
        record Streamed(BodyWriter writer) implements Body {}
    }

    /** The value in JSON, as Jackson writes it. */
    public static Reply json(int status, Object value) {
        return whole(status, JSON, Json.bytes(value));
    }

    /** A value that is JSON already. Takes the array over without a copy: the caller must not change it afterwards. */
    public static Reply ownedJson(int status, byte[] owned) {
        return whole(status, JSON, owned);
    }

    /** The same with the wish that nobody keeps it, as nearly all that is told to one client has. */
    public static Reply unkeptJson(int status, byte[] owned) {
        return new Reply(status, UNKEPT_JSON, new Body.Whole(owned));
    }

    public static Reply text(int status, String text) {
        return whole(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply html(int status, String html) {
        return whole(status, HTML, html.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the array over without a copy: the caller must not change it afterwards. */
    public static Reply bytes(int status, String contentType, byte[] owned) {
        return whole(status, header(HeaderNames.CONTENT_TYPE, contentType), owned);
    }

    public static Reply stream(int status, String contentType, BodyWriter writer) {
        return new Reply(status, List.of(header(HeaderNames.CONTENT_TYPE, contentType)), new Body.Streamed(writer));
    }

    public static Reply empty(int status) {
        return new Reply(status, List.of(), new Body.Whole(new byte[0]));
    }

    private static Reply whole(int status, Header contentType, byte[] bytes) {
        return new Reply(status, List.of(contentType), new Body.Whole(bytes));
    }

    /** This reply with the wish that nobody keeps it. */
    public Reply unkept() {
        return with(NO_STORE);
    }

    /** This reply with leave for its client alone to keep it, and to ask each time whether it still holds. */
    public Reply revalidated() {
        return with(REVALIDATED);
    }

    /**
     * This reply, compressed for clients that take it. Only for what carries no secret, neither a token of a form nor
     * anything of one person: the length of a compressed reply tells those who can have some of it made up what the rest
     * is (BREACH). A tag of it must be a weak one, since it stands for both forms.
     */
    public Reply compressible() {
        return body instanceof Body.Whole whole ? compressible(() -> Gzip.of(whole.bytes())) : this;
    }

    /** As the other, with the compressed form at hand. */
    public Reply compressible(Supplier<byte[]> gzip) {
        return new Reply(status, headers, body, Optional.of(gzip));
    }

    /** This reply as a client gets it that takes gzip, or not; asked only where it matters. */
    public Reply encoded(BooleanSupplier takesGzip) {
        if (gzip.isEmpty()) {
            return this;
        }
        Reply varying = with(VARIES);
        return body instanceof Body.Whole whole && Gzip.pays(whole.bytes().length) && takesGzip.getAsBoolean()
                ? new Reply(
                        status,
                        varying.with(GZIP).headers,
                        new Body.Whole(gzip.get().get()))
                : varying;
    }

    /** This reply with one more cookie; every one has a header of its own. */
    public Reply with(Cookie cookie) {
        return with(header(HeaderNames.SET_COOKIE, cookie.header()));
    }

    /** This reply with one more header; a name given twice is sent twice. */
    Reply with(Header header) {
        Header[] more = headers.toArray(new Header[headers.size() + 1]);
        more[headers.size()] = header;
        return new Reply(status, List.of(more), body, gzip);
    }

    /** This reply with more headers. */
    public Reply with(Map<String, String> more) {
        List<Header> all = new ArrayList<>(headers.size() + more.size());
        all.addAll(headers);
        for (Map.Entry<String, String> each : more.entrySet()) {
            all.add(header(name(each.getKey()), each.getValue()));
        }
        return new Reply(status, Collections.unmodifiableList(all), body, gzip);
    }

    /** This reply with one more header; a name given twice is sent twice. */
    public Reply with(String name, String value) {
        return with(header(name(name), value));
    }

    /** The header that our code calls so, in any case. Never of a name that a client sent: it is kept for ever. */
    static HeaderName name(String name) {
        HeaderName known = NAMES.get(name);
        return known == null ? NAMES.computeIfAbsent(name, Reply::validName) : known;
    }

    private static HeaderName validName(String text) {
        HeaderName name = HeaderNames.create(text);
        HeaderValues.create(name, "any").validate();
        return name;
    }

    /** A header that is no constant of ours; one that would break out of its line is a fault. Nobody checks it again. */
    static Header header(HeaderName name, String value) {
        Header header = HeaderValues.create(name, value);
        if (!isPlain(value)) {
            header.validate();
        }
        return header;
    }

    /** Whether a value holds nothing but what can be seen, and spaces between: then there is nothing to look into. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean inside = i > 0 && i < value.length() - 1;
            if (c > '~' || c < ' ' || (c == ' ' && !inside)) {
                return false;
            }
        }
        return !value.isEmpty();
    }
}
