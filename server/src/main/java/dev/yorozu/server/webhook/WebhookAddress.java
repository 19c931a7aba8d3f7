package dev.yorozu.server.webhook;

import dev.yorozu.server.outgoing.Destination;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which addresses can be given for webhooks. Looks at the text alone: where a name leads is found out, and judged, each
 * time something is sent there.
 */
public final class WebhookAddress {
    public static final int LONGEST = 2048;

    private WebhookAddress() {}

    /** What is wrong with an address, to be said behind the name of its field; empty when it will do. */
    public static Optional<String> objection(URI address, WebhookPolicy policy) {
        if (address.toASCIIString().length() > LONGEST) {
            return Optional.of("must have at most " + LONGEST + " characters");
        }
        String scheme = Optional.ofNullable(address.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(scheme.equals("http") && policy.plainHttpToLoopback())) {
            return Optional.of("must begin with https://");
        }
        if (address.getRawUserInfo() != null) {
            return Optional.of("must not hold a user name or password");
        }
        if (address.getRawFragment() != null) {
            return Optional.of("must not hold a #");
        }
        Optional<Target> target = Target.of(address);
        return target.isEmpty()
                ? Optional.of("must name a host, such as example.com, and a port from 1 to 65535 if any")
                : objection(target.get(), policy);
    }

    private static Optional<String> objection(Target target, WebhookPolicy policy) {
        if (!target.encrypted() && !isThisMachine(target)) {
            return Optional.of("must begin with https:// unless it is on localhost");
        }
        Optional<Reach> reach = isThisMachine(target)
                ? Optional.of(Reach.LOOPBACK)
                : target.literal().map(Reach::of);
        if (reach.isPresent() && !reach.get().permitted(policy, target.encrypted())) {
            return Optional.of("must not lead to this machine or a private network");
        }
        return target.encrypted() && !policy.reaches(target.port())
                ? Optional.of("must have one of the ports that webhooks may go to: " + ports(policy))
                : Optional.empty();
    }

    private static String ports(WebhookPolicy policy) {
        return policy.ports().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static boolean isThisMachine(Target target) {
        return Destination.isLoopback(target.urlHost()) || target.host().endsWith(".localhost");
    }
}
