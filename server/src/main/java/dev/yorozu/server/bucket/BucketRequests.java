package dev.yorozu.server.bucket;

import dev.yorozu.server.bucket.BucketException.Reason;
import dev.yorozu.server.net.PercentEncoding;
import dev.yorozu.server.outgoing.Exchanged;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.store.Bytes;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Requests to one bucket: signed, bounded in time, and sent again a bounded number of times where the storage could not be
 * reached or said to come again. All that is asked here may be asked twice. Names stand in paths and not in host names, which
 * every storage understands and needs no certificate for each bucket.
 */
final class BucketRequests {
    private static final Set<Integer> COME_AGAIN = Set.of(408, 429, 500, 502, 503, 504);
    /** A page of a thousand names takes about 400 KiB. */
    private static final int LARGEST_TEXT = 4 << 20;

    private final HttpOutgoing outgoing;
    private final BucketAccess access;
    private final String bucket;
    private final BucketPolicy policy;
    private final InstantSource clock;
    private final RequestSigner signer;

    BucketRequests(
            HttpOutgoing outgoing, BucketAccess access, String bucket, BucketPolicy policy, InstantSource clock) {
        this.outgoing = outgoing;
        this.access = access;
        this.bucket = bucket;
        this.policy = policy;
        this.clock = clock;
        this.signer = new RequestSigner(access);
    }

    /**
     * One request.
     *
     * @param key the file; empty for the bucket
     */
    record Asked(String method, String key, SortedMap<String, String> query, Map<String, String> headers, byte[] body) {
        @Override
        public String toString() {
            return "Asked[" + method + "]";
        }
    }

    /** Sends a request until there is an answer of one of these statuses; throws {@link BucketException} for any other. */
    HttpResponse<Bytes> send(Asked asked, Set<Integer> expected) throws BucketException, InterruptedIOException {
        Duration pause = policy.pause();
        for (int attempt = 1; ; attempt++) {
            Exchanged exchanged =
                    outgoing.exchange(request(asked), policy.timeout(), Math.max(LARGEST_TEXT, policy.partBytes()));
            if (exchanged instanceof Exchanged.Answered answered
                    && expected.contains(answered.response().statusCode())) {
                return answered.response();
            }
            if (attempt == policy.attempts() || !comesAgain(exchanged)) {
                throw fault(exchanged);
            }
            sleep(pause);
            pause = pause.multipliedBy(2);
        }
    }

    private static boolean comesAgain(Exchanged exchanged) throws InterruptedIOException {
        requireGoingOn();
        return !(exchanged instanceof Exchanged.Answered answered)
                || COME_AGAIN.contains(answered.response().statusCode());
    }

    private static void requireGoingOn() throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("The server is stopping");
        }
    }

    private static void sleep(Duration pause) throws InterruptedIOException {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            requireGoingOn();
        }
    }

    private HttpRequest request(Asked asked) {
        String path =
                access.endpoint().getRawPath() + "/" + bucket + (asked.key().isEmpty() ? "" : "/" + asked.key());
        String query = asked.query().entrySet().stream()
                .map(each -> escaped(each.getKey()) + "=" + escaped(each.getValue()))
                .collect(Collectors.joining("&"));
        URI uri = access.endpoint().resolve(path + (query.isEmpty() ? "" : "?" + query));
        HttpRequest.Builder http = HttpRequest.newBuilder(uri)
                .method(
                        asked.method(),
                        asked.body().length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(asked.body()));
        signer.headers(
                        new RequestSigner.Unsigned(asked.method(), path, query, asked.headers(), asked.body()),
                        clock.instant())
                .forEach(http::setHeader);
        return http.setHeader("User-Agent", "Yorozu").build();
    }

    private static String escaped(String text) {
        return PercentEncoding.encode(
                text,
                c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || "-._~".indexOf(c) >= 0);
    }

    private BucketException fault(Exchanged exchanged) {
        String storage = "The storage at " + access.host();
        return switch (exchanged) {
            case Exchanged.TimedOut slow ->
                new BucketException(Reason.UNREACHABLE, storage + " did not answer in time");
            case Exchanged.Unreachable none -> new BucketException(Reason.UNREACHABLE, storage + " cannot be reached");
            case Exchanged.Answered answered -> fault(storage, answered.response());
        };
    }

    private BucketException fault(String storage, HttpResponse<Bytes> response) {
        int status = response.statusCode();
        Optional<String> code = BucketAnswer.read(response.body())
                .flatMap(BucketAnswer::fault)
                .filter(word -> word.matches("\\w{1,64}"));
        String told = " (status " + status + code.map(word -> ", " + word).orElse("") + ")";
        if (COME_AGAIN.contains(status)) {
            return new BucketException(Reason.UNREACHABLE, storage + " cannot work at the moment" + told);
        }
        return switch (status) {
            case 401, 403 ->
                new BucketException(
                        Reason.DENIED, storage + " does not allow this with these keys in this region" + told);
            case 404 ->
                new BucketException(
                        Reason.MISSING, storage + " has no such bucket " + bucket + " or no such file in it" + told);
            case 301, 302, 307, 308 ->
                new BucketException(
                        Reason.REFUSED,
                        storage + " sends elsewhere, and no redirect is followed: set its own endpoint and" + " region"
                                + told);
            default -> new BucketException(Reason.REFUSED, storage + " refused the request" + told);
        };
    }
}
