package dev.yorozu.server.recorded;

import dev.yorozu.server.systems.patreon.PatreonStandIn.Mood;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One step of a run. */
sealed interface Step {
    /** The clock goes on. */
    record Advance(Duration time) implements Step {}

    /** What the stand-in for Patreon says from now on of a user: the tier in cents, and the status as a patron. */
    record Pledge(String user, long cents, String status) implements Step {}

    /** How long the tokens live, in seconds, that the stand-in for Discord grants from now on. */
    record DiscordLife(long seconds) implements Step {}

    /**
     * What the stand-in for Discord answers from now on, when it is asked for tokens or for the user.
     *
     * @param status 0 for its usual answers
     */
    record DiscordAnswers(boolean tokens, int status, String body) implements Step {}

    /** How the stand-in for Patreon behaves from now on, when it is asked for tokens or for an identity. */
    record PatreonMood(boolean tokens, Mood mood) implements Step {}

    /** A browser goes to the provider of OpenID Connect, which sends it back to the address that is kept under the name. */
    record AtProvider(String name, String address) implements Step {}

    /**
     * A request, which is sent once or more often in a row; the last answer counts.
     *
     * @param headers as they stand in the file, in place of those of the same name that every request has
     * @param body may be empty
     */
    record Exchange(
            String client,
            String method,
            String path,
            List<String> headers,
            String body,
            int times,
            List<Capture> captures)
            implements Step {
        String line() {
            return client + " " + method + " " + path + (times == 1 ? "" : " (" + times + " times)");
        }
    }

    /**
     * Keeps a part of an answer under a name.
     *
     * @param masked whether it differs from run to run, so that the name is shown in its place
     * @param source {@code body}, {@code header NAME}, {@code cookie NAME}, {@code claim FIELD CLAIM} of a signed token, or a
     *     JSON pointer into the body
     * @param part whose first group is kept of that
     */
    record Capture(String name, boolean masked, String source, Optional<Pattern> part) {}
}
