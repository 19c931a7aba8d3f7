package dev.yorozu.server.outgoing;

import dev.yorozu.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects a body, and breaks the exchange off as soon as it grows beyond its limit. */
final class LimitedBody implements BodySubscriber<Bytes> {
    private final int limit;
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private final CompletableFuture<Bytes> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    LimitedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<Bytes> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            if (collected.size() + piece.remaining() > limit) {
                breakOff();
                return;
            }
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            collected.writeBytes(bytes);
        }
    }

    private void breakOff() {
        if (subscription != null) {
            subscription.cancel();
        }
        body.completeExceptionally(new IOException("The answer holds more than " + limit + " bytes"));
    }

    @Override
    public void onError(Throwable broken) {
        body.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
        body.complete(Bytes.wrap(collected.toByteArray()));
    }
}
