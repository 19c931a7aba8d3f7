package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.login.Caller;
import dev.yorozu.login.Check;
import dev.yorozu.login.Logins;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.users.Gate;
import dev.yorozu.server.systems.users.UsersErrors;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets those pass who are signed in and have not asked too often within the hour.
 *
 * <p>The signature comes first, since it says whose count it is and costs the store nothing. Then the count, what the store
 * has to say of the token, and one more question if there is one, are a single trip. So a token that was revoked is counted
 * too, and refused. What could not be done because store or directory are out of reach is not held against anybody.
 */
final class Turnstile {
    private final Gate gate;
    private final Logins logins;
    private final FixedWindow windows;
    private final LimitHeaders headers;

    Turnstile(Gate gate, Logins logins, FixedWindow windows, LimitHeaders headers) {
        this.gate = gate;
        this.logins = logins;
        this.windows = windows;
        this.headers = headers;
    }

    /**
     * Somebody with a token whose signature holds.
     *
     * @param token the text, which the text form of this record hides
     */
    record Arrival(String token, Logins.Lookup lookup, Jwt jwt) {
        String user() {
            return jwt.subject();
        }

        @Override
        public String toString() {
            return "Arrival[" + user() + "]";
        }
    }

    /**
     * Somebody who was let through.
     *
     * @param aside the answer to what was asked on the same trip; empty when it must be asked again, or nothing was
     */
    record Passage<R>(Caller caller, Decision decision, Optional<R> aside) {}

    /** What is done for whoever was let through. */
    @FunctionalInterface
    interface Visit<R> {
        Reply answer(Passage<R> passage) throws Exception;
    }

    /** Without a token that this server has signed the call ends with status 401. */
    Arrival arrive(Call call) {
        String token = gate.token(call);
        Logins.Lookup lookup = logins.lookup(token);
        return lookup.signed()
                .map(jwt -> new Arrival(token, lookup, jwt))
                .orElseThrow(UsersErrors.INVALID_TOKEN::exception);
    }

    /** Counts one request under this limit, and answers it if it may pass. */
    Reply pass(Arrival arrival, WindowPolicy policy, Visit<Object> visit) throws Exception {
        return answered(arrival, policy, passage(arrival, policy, List.of()), visit);
    }

    /** As {@link #pass}, with a question that is answered on the way. */
    <R> Reply pass(Arrival arrival, WindowPolicy policy, Read<R> question, Visit<R> visit) throws Exception {
        return answered(arrival, policy, passage(arrival, policy, List.of(question)), visit);
    }

    private <R> Passage<R> passage(Arrival arrival, WindowPolicy policy, List<Read<R>> aside) {
        List<Read<?>> questions = new ArrayList<>(arrival.lookup().questions());
        int own = questions.size();
        questions.addAll(aside);
        FixedWindow.Checked<List<Object>> checked = windows.check(policy, arrival.user(), questions);
        Check check = checked.answer().isPresent()
                ? arrival.lookup().found(checked.answer().get().subList(0, own))
                : logins.check(arrival.token());
        Caller caller = gate.admit(check);
        if (!checked.decision().allowed()) {
            throw headers.exceeded(policy, checked.decision()).exception();
        }
        return new Passage<>(caller, checked.decision(), checked.answer().flatMap(answers -> last(answers, own)));
    }

    @SuppressWarnings("unchecked") // The answer behind those about the token is of the type of the question aside.
    private static <R> Optional<R> last(List<Object> answers, int own) {
        return answers.size() > own ? Optional.of((R) answers.get(own)) : Optional.empty();
    }

    private <R> Reply answered(Arrival arrival, WindowPolicy policy, Passage<R> passage, Visit<R> visit)
            throws Exception {
        try {
            return headers.on(visit.answer(passage), policy, passage.decision());
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            throw headers.on(problem, policy, passage.decision()).exception();
        } catch (DirectoryException | StoreException unreachable) {
            windows.giveBack(policy, arrival.user(), passage.decision());
            throw unreachable;
        }
    }
}
