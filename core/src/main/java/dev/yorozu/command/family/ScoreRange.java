package dev.yorozu.command.family;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Refused;
import dev.yorozu.store.Bytes;

/** Scores between two borders, each included or not. */
record ScoreRange(double least, boolean afterLeast, double greatest, boolean beforeGreatest) {
    static ScoreRange of(Bytes least, Bytes greatest) {
        return new ScoreRange(border(least), isOpen(least), border(greatest), isOpen(greatest));
    }

    private static boolean isOpen(Bytes border) {
        return border.length() > 0 && border.at(0) == '(';
    }

    private static double border(Bytes text) {
        Bytes number = isOpen(text) ? Bytes.wrap(text.toArray(), 1, text.length() - 1) : text;
        return Numbers.border(number).orElseThrow(() -> new Refused("ERR min or max is not a float"));
    }

    /** How many members lie before the range. */
    long before(Call call) {
        return call.state().below(call.key(), least, afterLeast);
    }

    /** How many members lie before its end. */
    long upTo(Call call) {
        return call.state().below(call.key(), greatest, !beforeGreatest);
    }
}
