package dev.yorozu.server.http;

/** Ends a call with a {@link Problem}; carries no stack trace, because it is an outcome and not a fault. */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
