package dev.yorozu.conformance.membership;

import dev.yorozu.oauth.Outgoing;
import dev.yorozu.store.Bytes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Patreon's identity endpoint: each access token is somebody, with one tier of the campaign 77. */
final class PatreonStandIn implements Outgoing {
    private static final int SECONDS = 30;

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<Optional<Hold>> hold = new AtomicReference<>(Optional.empty());

    /** A call that has its answer, which is on its way. */
    static final class Hold {
        private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
        private final CompletableFuture<Boolean> letGo = new CompletableFuture<>();

        void awaitAnswer() {
            answered.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        }

        void letGo() {
            letGo.complete(true);
        }

        private void pass() {
            answered.complete(true);
            letGo.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        }
    }

    /** From now on whoever has this access token is this user, at a tier of so many cents. */
    PatreonStandIn patron(String accessToken, String user, long cents) {
        return answering(
                accessToken,
                new Answer.Response(
                        200,
                        Bytes.of("{\"data\":{\"type\":\"user\",\"id\":\"" + user + "\",\"attributes\":{"
                                + "\"email\":\"mio@example.com\",\"full_name\":\"Mio Sato\"}},\"included\":["
                                + "{\"type\":\"member\",\"id\":\"m1\",\"attributes\":{"
                                + "\"patron_status\":\"active_patron\",\"currently_entitled_amount_cents\":" + cents
                                + ",\"campaign_lifetime_support_cents\":9900,"
                                + "\"next_charge_date\":\"2026-04-01T00:00:00.000+00:00\"},\"relationships\":{"
                                + "\"campaign\":{\"data\":{\"type\":\"campaign\",\"id\":\"77\"}},"
                                + "\"currently_entitled_tiers\":{\"data\":[{\"type\":\"tier\",\"id\":\"t1\"}]}}},"
                                + "{\"type\":\"tier\",\"id\":\"t1\",\"attributes\":{\"amount_cents\":" + cents
                                + "}}]}")));
    }

    PatreonStandIn answering(String accessToken, Answer answer) {
        answers.put(accessToken, answer);
        return this;
    }

    static Answer status(int status) {
        return new Answer.Response(status, Bytes.of("{\"errors\":[{\"code_name\":\"Unauthorized\"}]}"));
    }

    /** The next call is held after its answer was made, and before it arrives. */
    Hold holdNext() {
        Hold next = new Hold();
        hold.set(Optional.of(next));
        return next;
    }

    /** How often it was asked. */
    int calls() {
        return calls.get();
    }

    @Override
    public Answer send(Request request) {
        calls.incrementAndGet();
        String accessToken = Optional.ofNullable(request.headers().get("Authorization"))
                .orElse("")
                .replace("Bearer ", "");
        Answer answer = answers.getOrDefault(accessToken, status(401));
        hold.getAndSet(Optional.empty()).ifPresent(Hold::pass);
        return answer;
    }
}
