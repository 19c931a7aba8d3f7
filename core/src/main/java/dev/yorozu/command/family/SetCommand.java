package dev.yorozu.command.family;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** SET and GETEX, whose options are read alike. */
final class SetCommand {
    private static final Set<String> LIVES = Set.of("EX", "PX", "EXAT", "PXAT");

    private SetCommand() {}

    /**
     * The options of a call.
     *
     * @param life which of the lives was given; empty for none
     * @param place where its number stands
     */
    private record Options(Set<String> words, String life, int place) {
        boolean has(String word) {
            return words.contains(word);
        }

        /** @param alone those that go with no other end of the key's life */
        static Options of(Call call, int start, List<String> plain, String alone) {
            Set<String> words = new HashSet<>();
            String life = "";
            int place = 0;
            for (int i = start; i < call.size(); i++) {
                String word = call.option(i);
                if (word.equals(alone) && life.isEmpty() || plain.contains(word)) {
                    words.add(word);
                } else if (LIVES.contains(word)
                        && (life.isEmpty() || life.equals(word))
                        && !words.contains(alone)
                        && i + 1 < call.size()) {
                    life = word;
                    place = ++i;
                } else {
                    throw Refused.syntax();
                }
                if (words.contains("NX") && words.contains("XX")) {
                    throw Refused.syntax();
                }
            }
            return new Options(words, life, place);
        }

        long end(Call call) {
            long base = life.endsWith("AT") ? 0 : call.now().toEpochMilli();
            return Ends.positive(call, place, life.startsWith("E") ? 1000 : 1, base);
        }
    }

    static Reply set(Call call) {
        Options options = Options.of(call, 3, List.of("NX", "XX", "GET"), "KEEPTTL");
        Expiry expiry = options.has("KEEPTTL") ? Expiry.keep() : Expiry.never();
        if (!options.life().isEmpty()) {
            expiry = Ends.at(options.end(call));
        }
        Key key = call.key();
        Optional<Bytes> old = options.has("GET") ? call.get(key) : Optional.empty();
        boolean conditional = options.has("NX") || options.has("XX");
        if (conditional && call.type(key).isPresent() == options.has("NX")) {
            return StringCommands.bulk(old);
        }
        call.apply(new Write.Put(key, call.part(2), expiry));
        return options.has("GET") ? StringCommands.bulk(old) : Reply.OK;
    }

    static Reply setWithLife(Call call, long unit) {
        long end = Ends.positive(call, 2, unit, call.now().toEpochMilli());
        call.apply(new Write.Put(call.key(), call.part(3), Ends.at(end)));
        return Reply.OK;
    }

    static Reply getWithLife(Call call) {
        Options options = Options.of(call, 2, List.of(), "PERSIST");
        Optional<Bytes> value = call.get(call.key());
        if (value.isPresent() && !options.life().isEmpty()) {
            Ends.set(call, call.key(), options.end(call));
        } else if (value.isPresent() && options.has("PERSIST")) {
            Ends.set(call, call.key(), Ends.NEVER);
        }
        return StringCommands.bulk(value);
    }
}
