package dev.yorozu.server.doors;

import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.credential.RememberedVisitors;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Function;

/**
 * What stands before a door that is asked over HTTP: where a request comes from, whose secret it brings, and how many wrong
 * ones came before it. Safe for use by many threads.
 *
 * @param remote whether other machines than this one are answered
 */
public record DoorGate(RememberedVisitors visitors, ClientAddress addresses, boolean remote) {
    /** Why a request is not answered. */
    public enum Refusal {
        /** It comes from another machine. */
        ELSEWHERE,
        /** It brings no secret, or a wrong one. */
        WRONG,
        /** Too many wrong secrets came from its address; this one was not looked at. */
        WAIT
    }

    /** Answers a visitor. */
    @FunctionalInterface
    public interface Work {
        Reply answer(Visitor visitor) throws IOException;
    }

    /** Has a request answered by the door, or refused by it. */
    public Reply pass(Call call, Optional<String> secret, Function<Refusal, Reply> refused, Work work)
            throws IOException {
        InetAddress address = addresses.of(call);
        // What another machine's proxy calls its own is not this one.
        if (!remote && !(address.isLoopbackAddress() && call.remoteAddress().isLoopbackAddress())) {
            return refused.apply(Refusal.ELSEWHERE);
        }
        if (secret.isEmpty()) {
            return refused.apply(Refusal.WRONG);
        }
        return switch (visitors.recognise(address, secret.get())) {
            case RememberedVisitors.Recognition.Known known -> work.answer(known.visitor());
            case RememberedVisitors.Recognition.Wrong wrong -> refused.apply(Refusal.WRONG);
            case RememberedVisitors.Recognition.Waiting waiting -> refused.apply(Refusal.WAIT);
        };
    }
}
