package dev.yorozu.server.http;

import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request: never more than the limit.
 *
 * <p>What an endpoint leaves unread is read to its end before the next request, because a connection that is closed over
 * unread bytes may take the reply with it.
 */
public final class RequestBody extends InputStream {
    private final ServerRequest request;
    private final long limit;
    private @Nullable InputStream in;
    private long count;
    /** How many bytes the client says that it sends; negative where it does not say. */
    private final long announced;

    private boolean ended;
    private boolean broken;

    public RequestBody(ServerRequest request, long limit) {
        this.request = request;
        this.limit = limit;
        this.ended = !request.content().hasEntity();
        this.announced = request.headers().contentLength().orElse(-1);
    }

    /** Whether the client announced more than is allowed. */
    public boolean announcedTooLarge() {
        return announced > limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (announcedTooLarge()) {
            throw Problem.tooLarge(limit).exception();
        }
        int read = next(bytes, offset, length);
        if (count > limit) {
            throw Problem.tooLarge(limit).exception();
        }
        return read;
    }

    /** Goes by what is announced: a buffer of as much as is allowed would be larger than most bodies by far. */
    @Override
    public byte[] readNBytes(int most) throws IOException {
        boolean fewer = announced >= 0 && announced < most;
        return super.readNBytes(fewer ? (int) announced + 1 : most); // The one more finds that there is no more.
    }

    private int next(byte[] bytes, int offset, int length) throws IOException {
        if (ended || length == 0) {
            return ended ? -1 : 0;
        }
        try {
            if (in == null) {
                in = request.content().inputStream();
            }
            int read = in.read(bytes, offset, length);
            ended = read < 0;
            count += Math.max(0, read);
            return read;
        } catch (CloseConnectionException e) {
            throw e;
        } catch (RequestException e) {
            broken = true; // Beyond any bound: where the next request begins is anybody's guess.
            throw e;
        } catch (RuntimeException e) {
            broken = true;
            throw Problem.badRequest("The body is not well-formed HTTP: check how its chunks are made.")
                    .exception();
        }
    }

    /** Whether no request can follow on this connection. */
    public boolean broken() {
        return broken;
    }

    /** Whether the client waits to be asked for its body, and was not asked. */
    public boolean unasked() {
        return !ended && request.headers().containsToken(HeaderValues.EXPECT_100) && !request.continueSent();
    }

    /** Reads what is left; false when the connection cannot be used any further. */
    public boolean drain() {
        if (ended || broken) {
            return ended;
        }
        byte[] discarded = new byte[8192];
        try {
            while (!ended) {
                next(discarded, 0, discarded.length);
            }
            return true;
        } catch (RequestException | ProblemException | IOException e) {
            return false;
        }
    }
}
