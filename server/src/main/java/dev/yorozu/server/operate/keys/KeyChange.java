package dev.yorozu.server.operate.keys;

import java.util.Optional;

/**
 * What became of a change that an operator wanted.
 *
 * @param changed false without a reason when there is no such key
 * @param refused why it was not made: a sentence that holds no name
 */
public record KeyChange(boolean changed, Optional<String> refused) {
    static KeyChange made(boolean changed) {
        return new KeyChange(changed, Optional.empty());
    }

    static KeyChange not(String sentence) {
        return new KeyChange(false, Optional.of(sentence));
    }
}
