package dev.yorozu.server.doors.redis;

import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection of a client: reads commands and answers them in their order. What has arrived is done together and answered
 * together before more is waited for; so a command that comes alone waits for nothing, and no more is gathered than the buffer
 * of the input holds, and one command beside it.
 */
final class RedisConnection {
    private final TimedStreams streams;
    private final RedisClient client;
    private final RespInput input;
    private final RespOutput output;
    private final List<List<Bytes>> gathered = new ArrayList<>();

    RedisConnection(TimedStreams streams, RedisClient client) throws IOException {
        this.streams = streams;
        this.client = client;
        this.input = new RespInput(streams.input(), this::catchUp);
        this.output = new RespOutput(streams.output());
    }

    /** Serves the client until it leaves, or is to be left. */
    void serve() {
        try {
            try {
                readAll();
            } catch (MalformedFrame malformed) {
                answer();
                output.write(Reply.error(malformed.text()));
            }
            catchUp();
        } catch (IOException gone) {
            // Whoever went away cannot be told anything.
        } finally {
            streams.end();
        }
    }

    private void readAll() throws IOException {
        while (!client.isLeaving()) {
            if (!input.hasMore()) {
                streams.betweenCommands();
            }
            switch (input.next(client.limits())) {
                case Frame.Command command -> take(command.parts());
                case Frame.TooLarge large -> {
                    answer();
                    output.write(client.refused(large.why()));
                }
                case Frame.Nothing nothing -> {}
                case Frame.End end -> client.leave();
            }
        }
    }

    /** What changes the connection itself has its place among the commands: those before it are done first. */
    private void take(List<Bytes> parts) throws IOException {
        if (client.isOwn(parts)) {
            answer();
            output.write(client.answer(parts, output));
        } else {
            gathered.add(parts);
        }
    }

    private void catchUp() throws IOException {
        answer();
        output.flush();
    }

    private void answer() throws IOException {
        List<List<Bytes>> left = gathered;
        while (!left.isEmpty()) {
            List<Reply> replies = client.answerFirst(left);
            for (Reply reply : replies) {
                output.write(reply);
            }
            left = left.subList(replies.size(), left.size());
        }
        gathered.clear();
    }
}
