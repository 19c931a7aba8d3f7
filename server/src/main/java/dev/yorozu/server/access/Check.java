package dev.yorozu.server.access;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One condition that a call has to meet before its route answers it. */
@FunctionalInterface
public interface Check {
    /** Why the call is refused; empty when it is not. */
    Optional<Problem> refusal(Call call);

    /** Refuses with this problem what does not meet the condition. */
    static Check that(Predicate<Call> condition, Problem otherwise) {
        return call -> condition.test(call) ? Optional.empty() : Optional.of(otherwise);
    }

    /** An endpoint whose calls pass these checks first, which are made in their order. */
    static Endpoint before(Endpoint endpoint, Check... checks) {
        List<Check> ordered = List.of(checks);
        return call -> {
            ordered.forEach(check -> check.require(call));
            return endpoint.answer(call);
        };
    }

    /** Ends the call where it is refused. */
    default void require(Call call) {
        refusal(call).ifPresent(problem -> {
            throw problem.exception();
        });
    }
}
