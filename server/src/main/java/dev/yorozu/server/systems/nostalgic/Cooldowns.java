package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.metrics.NostalgicMetrics;
import java.time.Duration;

/**
 * How often visitors may write: the waiting times of rankings and boards, and a limit for each address, because who
 * calls their browser something else is another visitor.
 *
 * @param legacy whether everybody who must wait gets the status of the earlier program
 */
record Cooldowns(
        Gcra rates, WindowPolicy rate, Duration submit, Duration post, boolean legacy, NostalgicMetrics metrics) {
    /** Ends the call with status 429 when its address has written too much. */
    void limit(Request request) {
        Owners.limit(rates, rate, request);
    }

    RuntimeException submittedTooSoon(Request request, Duration left) {
        return tooSoon(request, "submitting another score", submit, left);
    }

    RuntimeException postedTooSoon(Request request, Duration left) {
        return tooSoon(request, "posting another message", post, left);
    }

    /** Too many of something from one address, whoever they were. */
    RuntimeException tooMany(Request request, String what, Duration left) {
        metrics.overLimit();
        return Refusals.tooMany(what, left, legacy || request.isLegacy()).exception();
    }

    private RuntimeException tooSoon(Request request, String what, Duration cooldown, Duration left) {
        metrics.tooSoon();
        String sentence = "Please wait before " + what + " (" + cooldown.toSeconds() + " seconds cooldown)";
        return Refusals.tooSoon(sentence, left, legacy || request.isLegacy()).exception();
    }
}
