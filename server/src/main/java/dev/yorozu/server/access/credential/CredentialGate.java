package dev.yorozu.server.access.credential;

import dev.yorozu.credential.Credential;
import dev.yorozu.credential.CredentialSecret;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Scope;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;

/**
 * What stands before routes for programs: whose credential a call brings, as a bearer token or as the password of its name, and
 * whether it may do what it asks for. Safe for use by many threads.
 *
 * @param refusals how the system that it stands before refuses
 */
public record CredentialGate(
        RememberedVisitors visitors, ClientAddress addresses, Function<CredentialGate.Refusal, Problem> refusals) {
    private static final String BASIC = "Basic ";

    /** Why a call is not answered. */
    public enum Refusal {
        /** It brings no credential. */
        MISSING,
        /** It brings a wrong one. */
        WRONG,
        /** Too many wrong secrets came from its address; this one was not looked at. */
        WAIT,
        /** Its credential lacks the right. */
        FORBIDDEN
    }

    /** The credential of a call that may do this work within this scope; any other call ends here. */
    public Credential require(Call call, Scope scope, Permission work) {
        Credential credential = identify(call);
        if (!credential.rights().permissions().contains(work)
                || !credential.rights().grants(scope)) {
            throw refuse(Refusal.FORBIDDEN);
        }
        return credential;
    }

    /** The credential of a call; one without any that counts ends here. */
    public Credential identify(Call call) {
        String secret = presented(call).orElseThrow(() -> refuse(Refusal.MISSING));
        return switch (visitors.recognise(addresses.of(call), secret)) {
            case RememberedVisitors.Recognition.Known known ->
                known.visitor().credential().orElseThrow(() -> refuse(Refusal.WRONG));
            case RememberedVisitors.Recognition.Wrong wrong -> throw refuse(Refusal.WRONG);
            case RememberedVisitors.Recognition.Waiting waiting -> throw refuse(Refusal.WAIT);
        };
    }

    private RuntimeException refuse(Refusal refusal) {
        return refusals.apply(refusal).exception();
    }

    /** The secret that a call brings; a name beside it that is not its own makes it a wrong one. */
    private static Optional<String> presented(Call call) {
        return call.bearer()
                .or(() -> call.header("Authorization")
                        .filter(value -> value.regionMatches(true, 0, BASIC, 0, BASIC.length()))
                        .map(value -> password(value.substring(BASIC.length()).strip())));
    }

    private static String password(String encoded) {
        String pair;
        try {
            pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException garbled) {
            return "";
        }
        int colon = pair.indexOf(':');
        String secret = pair.substring(colon + 1);
        return colon > 0 && isOf(pair.substring(0, colon), secret) ? secret : "";
    }

    private static boolean isOf(String name, String secret) {
        return CredentialSecret.of(secret)
                .filter(each -> each.name().equals(name))
                .isPresent();
    }
}
