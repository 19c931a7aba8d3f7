package dev.yorozu.store.redis;

import dev.yorozu.store.StoreException;
import java.util.List;

/** Says in the port's words why a command has no reply. */
final class Faults {
    /** Redis's error codes that mean that it cannot work now, with a sentence for each. */
    private record Answer(String code, String sentence) {}

    private static final List<Answer> ANSWERS = List.of(
            new Answer("LOADING", "Redis is still loading its data"),
            new Answer("MASTERDOWN", "This Redis replica has lost its master"),
            new Answer("CLUSTERDOWN", "The Redis cluster is down or does not cover all slots"),
            new Answer("TRYAGAIN", "The slot of these keys is being moved to another node"),
            new Answer("READONLY", "This Redis server is a read-only replica"),
            new Answer("OOM", "Redis has reached its memory limit"),
            new Answer("MISCONF", "Redis cannot write to its disk and refuses changes"),
            new Answer("NOREPLICAS", "Redis has too few replicas to accept changes"),
            new Answer("BUSY", "Redis is busy with a long script"),
            new Answer("LIMIT", "Upstash has had too many requests"),
            new Answer("max requests limit", "Upstash has had too many requests"),
            new Answer("NOAUTH", "Redis asks for a password"),
            new Answer("WRONGPASS", "Redis does not accept the user name or password"),
            new Answer("NOPERM", "The Redis user may not run this command"));

    /** That another node has these keys, where too many moves in a row were not followed; or that the script is not there. */
    private static final List<String> ELSEWHERE = List.of("MOVED", "ASK", "CROSSSLOT", "NOSCRIPT");

    private Faults() {}

    /** The fault of a question, which changes nothing. */
    static StoreException ofRead(Failure failure) {
        return switch (failure) {
            case Failure.Unsent unsent -> new StoreException.Unavailable(message(unsent), unsent);
            case Failure.Lost lost -> new StoreException.Unavailable(message(lost), lost);
            case Failure.Unconfirmed unconfirmed -> new StoreException.Unavailable(message(unconfirmed), unconfirmed);
            case Failure.Refused refused -> of(refused);
        };
    }

    /** The fault of a batch, which may have been applied when it was sent and not answered, or answered and not confirmed. */
    static StoreException ofCommit(Failure failure) {
        return switch (failure) {
            case Failure.Lost lost ->
                new StoreException.OutcomeUnknown(message(lost) + "; the batch may or may not have been applied", lost);
            case Failure.Unconfirmed unconfirmed ->
                new StoreException.OutcomeUnknown(
                        message(unconfirmed) + "; the batch may or may not outlast a failover", unconfirmed);
            default -> ofRead(failure);
        };
    }

    /**
     * The fault of a batch that Redis refused. What it says of its own state, or where else to go, it says before the first
     * write of a command or script: it never breaks a script off in the middle, for want of memory or anything else. But an
     * error that is not known may be the script's own, after it began to write.
     */
    static StoreException ofRefused(Failure.Refused refused, boolean inScript) {
        StoreException fault = of(refused);
        return inScript && fault instanceof StoreException.Unavailable && !isForeseen(refused)
                ? new StoreException.OutcomeUnknown(
                        sentence(refused) + "; the batch may or may not have been applied", refused)
                : fault;
    }

    private static boolean isForeseen(Failure.Refused refused) {
        return ELSEWHERE.stream().anyMatch(refused::is)
                || ANSWERS.stream().map(Answer::code).anyMatch(refused::is);
    }

    private static StoreException of(Failure.Refused refused) {
        if (refused.is("WRONGTYPE")) {
            return new StoreException.WrongType();
        }
        if (refused.is("is not an integer or out of range") || refused.is("would overflow")) {
            return new StoreException.NotANumber();
        }
        if (refused.is("NOTOBJECT")) {
            return new StoreException.NotAnObject();
        }
        return new StoreException.Unavailable(sentence(refused));
    }

    /** Says what Redis answered, without the rest of its text, which may repeat keys and values. */
    static String sentence(Failure.Refused refused) {
        for (Answer answer : ANSWERS) {
            if (refused.is(answer.code())) {
                return answer.sentence();
            }
        }
        String code = refused.text().split(" ", 2)[0];
        return "Redis refused the command" + (code.matches("[A-Z]{2,24}") ? " (" + code + ")" : "");
    }

    private static String message(Failure failure) {
        return String.valueOf(failure.getMessage());
    }
}
