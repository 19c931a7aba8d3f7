package dev.yorozu.server.doors.redis;

import dev.yorozu.command.call.Reply;
import java.io.IOException;

/**
 * One connection of a client: reads commands, answers them in their order, and sends the answers together once no further
 * command is here.
 */
record RedisConnection(TimedStreams streams, RedisClient client) {
    /** Serves the client until it leaves, or is to be left. */
    void serve() {
        try {
            RespInput input = new RespInput(streams.input());
            RespOutput output = new RespOutput(streams.output());
            try {
                answerAll(input, output);
            } catch (MalformedFrame malformed) {
                output.write(Reply.error(malformed.text()));
            }
            output.flush();
        } catch (IOException gone) {
            // Whoever went away cannot be told anything.
        } finally {
            streams.close();
        }
    }

    private void answerAll(RespInput input, RespOutput output) throws IOException {
        while (!client.isLeaving()) {
            if (!input.hasMore()) {
                output.flush();
                streams.betweenCommands();
            }
            switch (input.next(client.limits())) {
                case Frame.Command command -> output.write(client.answer(command.parts(), output));
                case Frame.TooLarge large -> output.write(client.refused(large.why()));
                case Frame.Nothing nothing -> {}
                case Frame.End end -> client.leave();
            }
        }
    }
}
