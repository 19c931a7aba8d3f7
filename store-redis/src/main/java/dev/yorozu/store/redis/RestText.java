package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Spells commands as text, for a way to Redis that carries nothing else.
 *
 * <p>Where an argument is not text, each byte of all arguments is sent as the character of that number, and a script makes
 * bytes of them again: the batch's own, or one that runs a single command. Keys are always text.
 */
final class RestText {
    static final String FORWARD = Script.resource("bytes.lua").text();
    static final String LATIN = "latin";

    private RestText() {}

    static List<String> of(Command command) {
        List<String> texts = plain(command);
        if (texts != null) {
            return texts;
        }
        boolean script = command.verb() == CommandType.EVALSHA || command.verb() == CommandType.EVAL;
        return script ? latinScript(command) : latinCommand(command);
    }

    private static @Nullable List<String> plain(Command command) {
        List<String> texts = new ArrayList<>(command.arguments().size() + 1);
        texts.add(command.verb().toString());
        for (Bytes argument : command.arguments()) {
            String text = text(argument);
            if (text == null) {
                return null;
            }
            texts.add(text);
        }
        return texts;
    }

    /** The digest or text of the script, the number of keys and the keys stay; what follows is marked and recoded. */
    private static List<String> latinScript(Command command) {
        List<Bytes> arguments = command.arguments();
        int values = 2 + Math.toIntExact(arguments.get(1).number().orElseThrow());
        List<String> texts = new ArrayList<>(arguments.size() + 2);
        texts.add(command.verb().toString());
        for (Bytes argument : arguments.subList(0, values)) {
            texts.add(argument.text());
        }
        texts.add(LATIN);
        for (Bytes argument : arguments.subList(values, arguments.size())) {
            texts.add(latin(argument));
        }
        return texts;
    }

    private static List<String> latinCommand(Command command) {
        List<Bytes> arguments = command.arguments();
        List<String> texts = new ArrayList<>(arguments.size() + 5);
        texts.addAll(List.of(
                "EVAL", FORWARD, "1", command.key().text(), command.verb().toString()));
        for (Bytes argument : arguments.subList(1, arguments.size())) {
            texts.add(latin(argument));
        }
        return texts;
    }

    private static String latin(Bytes bytes) {
        return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
    }

    private static @Nullable String text(Bytes bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
