package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.once.Replays;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Calls that a client may send again with the {@code Idempotency-Key} of the first. Only what was done is answered again: a call
 * that was refused can be sent with the same key.
 */
final class IdempotentCalls {
    private static final String HEADER = "Idempotency-Key";
    private static final String STATUS = "status";
    private static final String BODY = "body";

    /** Answers a call, or answers it as the first of its key was. */
    Reply answer(Call call, AppsAccess.Caller caller, Callable<Reply> work) throws Exception {
        List<String> keys = call.headers(HEADER);
        if (keys.isEmpty()) {
            return work.call();
        }
        if (keys.size() > 1 || !keys.getFirst().matches("[!-~]{1,255}")) {
            throw AppsErrors.WRONG_KEY.exception();
        }
        String name = caller.credential().name();
        return switch (caller.app().replays().begin(name, keys.getFirst(), fingerprint(call))) {
            case Replays.Meeting.First first -> first(first.work(), work);
            case Replays.Meeting.Answered answered -> replayed(answered.answer());
            case Replays.Meeting.Working working -> throw AppsErrors.WORKING.exception();
            case Replays.Meeting.Another another -> throw AppsErrors.ANOTHER.exception();
        };
    }

    private static Reply first(Replays.Work marked, Callable<Reply> work) throws Exception {
        Reply reply;
        try {
            reply = work.call();
        } catch (Exception | Error refused) {
            marked.failed();
            throw refused;
        }
        marked.answered(Document.empty()
                .with(STATUS, reply.status())
                .with(BODY, new String(((Reply.Body.Whole) reply.body()).bytes(), StandardCharsets.UTF_8))
                .bytes()
                .text());
        return reply;
    }

    private static Reply replayed(String answer) {
        Document kept = Document.parse(answer).orElseThrow();
        return Reply.ownedJson(
                        (int) kept.number(STATUS).orElseThrow(),
                        kept.text(BODY).orElseThrow().getBytes(StandardCharsets.UTF_8))
                .unkept()
                .with("Idempotent-Replayed", "true");
    }

    private static String fingerprint(Call call) throws IOException {
        byte[] body = call.body();
        String asked = call.method() + ' ' + call.path() + '\n';
        return HexFormat.of().formatHex(Digests.sha256(asked + HexFormat.of().formatHex(Digests.sha256(body))));
    }
}
