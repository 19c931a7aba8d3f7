package dev.yorozu.server.operate.transport;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replies of operations that walk the store: the answer as JSON or, for a client that accepts {@code application/x-ndjson},
 * lines that tell the number of keys done, and a last line with the answer or an error.
 */
public final class ProgressStream {
    public static final String TYPE = "application/x-ndjson";

    private static final Logger LOGGER = Logger.getLogger(ProgressStream.class.getName());
    private static final long NANOS_BETWEEN = 200_000_000;

    private ProgressStream() {}

    public static Reply reply(Call call, Function<Progress, ?> walk) {
        if (call.header("Accept").orElse("").contains(TYPE)) {
            return Reply.stream(200, TYPE, out -> stream(out, walk));
        }
        return Reply.ownedJson(200, OperateJson.bytes(walk.apply(Progress.NONE)));
    }

    private static void stream(OutputStream out, Function<Progress, ?> walk) throws IOException {
        ObjectNode last = OperateJson.object();
        try {
            last.set("result", OperateJson.tree(walk.apply(progress(out))));
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        } catch (StoreException | OperatorException | InvalidRequest fault) {
            last.put("error", message(fault));
        } catch (RuntimeException fault) {
            LOGGER.log(Level.SEVERE, fault, () -> "A walk failed unexpectedly");
            last.put("error", "The server made a mistake: look into its log.");
        }
        write(out, last);
    }

    private static String message(RuntimeException fault) {
        String message = fault.getMessage();
        return message == null ? fault.getClass().getSimpleName() : message;
    }

    private static Progress progress(OutputStream out) {
        return new Progress() {
            private long lastNanos = System.nanoTime();

            @Override
            public void keys(long done) {
                if (System.nanoTime() - lastNanos < NANOS_BETWEEN) {
                    return;
                }
                lastNanos = System.nanoTime();
                try {
                    write(out, OperateJson.object().put("keys", done));
                } catch (IOException gone) {
                    throw new UncheckedIOException(gone);
                }
            }
        };
    }

    private static void write(OutputStream out, ObjectNode line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
