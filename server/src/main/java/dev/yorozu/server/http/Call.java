package dev.yorozu.server.http;

import dev.yorozu.server.http.negotiation.EntityTag;
import dev.yorozu.server.net.PercentEncoding;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request as an endpoint sees it. Belongs to one thread. */
public final class Call {
    private static final String BEARER = "Bearer ";

    private final ServerRequest request;
    private final Route route;
    private final List<String> values;
    private final String id;
    private final RequestBody body;
    private byte @Nullable [] whole;

    public Call(ServerRequest request, Route route, List<String> values, String id, RequestBody body) {
        this.request = request;
        this.route = route;
        this.values = values;
        this.id = id;
        this.body = body;
    }

    /** Names this request in the log and in the reply's {@code X-Request-Id}. */
    public String id() {
        return id;
    }

    public String method() {
        return request.prologue().method().text();
    }

    /** The path as it was sent, without the query. */
    public String path() {
        return request.prologue().uriPath().rawPath();
    }

    /** The value, decoded and never empty, of a parameter that the route's pattern names. */
    public String parameter(String name) {
        int index = route.parameters().indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(route.pattern() + " has no parameter named " + name);
        }
        return values.get(index);
    }

    /** The segments, decoded and perhaps empty, that the last parameter of the route's pattern stands for. */
    public List<String> tail() {
        return values.subList(route.parameters().size() - 1, values.size());
    }

    /**
     * The value of a name in the query. A malformed query ends the call with status 400, and so does one that gives the
     * name twice: whatever stands before this server may have looked at the other one.
     */
    public Optional<String> query(String name) {
        String raw = rawQuery();
        if (raw.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> found = Optional.empty();
        for (String pair : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (decoded(equals < 0 ? pair : pair.substring(0, equals)).equals(name)) {
                if (found.isPresent()) {
                    throw Problem.badRequest("The query gives a name twice: leave one out.")
                            .exception();
                }
                found = Optional.of(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return found;
    }

    /** The query as it was sent, without the question mark; empty when there is none. */
    public String rawQuery() {
        return request.prologue().query().rawValue();
    }

    private static String decoded(String raw) {
        return PercentEncoding.query(raw)
                .orElseThrow(() -> Problem.badRequest("The query is not percent-encoded UTF-8: encode it anew.")
                        .exception());
    }

    /** Whether the connection itself is encrypted; one by a proxy seldom is, whatever lies before it. */
    public boolean isEncrypted() {
        return request.isSecure();
    }

    /** The address that the connection comes from. */
    public InetAddress remoteAddress() {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress();
    }

    /** All values of a header, joined by commas. */
    public Optional<String> header(String name) {
        return header(Reply.name(name));
    }

    /** Every value of a header by itself, in their order; none when it was not sent. */
    public List<String> headers(String name) {
        HeaderName header = Reply.name(name);
        return request.headers().contains(header)
                ? List.copyOf(request.headers().get(header).allValues())
                : List.of();
    }

    /**
     * The token that the call brings in its {@code Authorization} header; empty without one, with another scheme, or with
     * several headers, which might be read in one way here and in another by whatever stands before this server.
     */
    public Optional<String> bearer() {
        Headers headers = request.headers();
        if (!headers.contains(HeaderNames.AUTHORIZATION)) {
            return Optional.empty();
        }
        Header header = headers.get(HeaderNames.AUTHORIZATION);
        if (header.valueCount() != 1 || !header.get().regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        return Optional.of(header.get().substring(BEARER.length()).strip()).filter(token -> !token.isEmpty());
    }

    private Optional<String> header(HeaderName name) {
        if (!request.headers().contains(name)) {
            return Optional.empty();
        }
        Header header = request.headers().get(name);
        return Optional.of(header.valueCount() == 1 ? header.get() : header.values());
    }

    /** The value of a cookie, the first when there are several of this name; one that is empty counts as none. */
    public Optional<String> cookie(String name) {
        if (!request.headers().contains(HeaderNames.COOKIE)) {
            return Optional.empty();
        }
        Header header = request.headers().get(HeaderNames.COOKIE);
        return header.valueCount() == 1
                ? Cookies.find(header.get(), name)
                : header.allValues().stream()
                        .flatMap(each -> Cookies.find(each, name).stream())
                        .findFirst();
    }

    /** The host that the client asked for, with its port if it named one. */
    public Optional<String> host() {
        return header(HeaderNames.HOST);
    }

    /**
     * The reply whose version is known before it is made: in a few bytes, and not made at all, where the client says that it
     * has this version. Whatever else the reply is given, such as how long it may be kept, both forms are to be given.
     */
    public Reply unlessKnown(EntityTag version, Supplier<Reply> making) {
        boolean known = isRead()
                && header(HeaderNames.IF_NONE_MATCH).filter(version::isAmong).isPresent();
        return (known ? Reply.empty(304) : making.get()).with(version.header());
    }

    /** Whether the method only reads. */
    public boolean isRead() {
        return method().equals("GET") || method().equals("HEAD");
    }

    /** The whole body; one beyond the server's limit ends the call with status 413. */
    public byte[] body() throws IOException {
        if (whole == null) {
            whole = body.readAllBytes();
        }
        return whole;
    }

    /** The whole body; one beyond this limit, or the server's, ends the call with status 413. It can be asked for again. */
    public byte[] body(int mostBytes) throws IOException {
        byte[] bytes = whole == null ? body.readNBytes(mostBytes + 1) : whole;
        whole = bytes;
        if (bytes.length > mostBytes) {
            throw new Problem(413, "too_large", "The body may hold at most " + mostBytes + " bytes here: send less.")
                    .exception();
        }
        return bytes;
    }

    /** The body as it arrives; reading beyond the server's limit ends the call with status 413. */
    public InputStream stream() {
        return body;
    }

    /** The body read as a form; another content type ends the call with status 415, a malformed body with 400. */
    public Form form() throws IOException {
        if (!mediaType().equals(Form.MEDIA_TYPE)) {
            throw new Problem(
                            415,
                            "unsupported_media_type",
                            "Send a form, with the header Content-Type: " + Form.MEDIA_TYPE + ".")
                    .exception();
        }
        return Form.read(body());
    }

    /** The body read as JSON; another content type ends the call with status 415, a malformed body with 400. */
    public <T> T json(Class<T> type) throws IOException {
        requireJson();
        return Json.read(body(), type);
    }

    /** Ends the call with status 415 unless its body is said to be JSON. */
    void requireJson() {
        String mediaType = mediaType();
        if (!mediaType.equals("application/json") && !mediaType.endsWith("+json")) {
            throw new Problem(
                            415, "unsupported_media_type", "Send JSON, with the header Content-Type: application/json.")
                    .exception();
        }
    }

    /** What the body is said to be, in lower case and without parameters; empty when nothing is said. */
    public String mediaType() {
        String contentType = header(HeaderNames.CONTENT_TYPE).orElse("");
        int end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
