package dev.yorozu.nostalgic.board;

import dev.yorozu.store.Durability;
import java.time.Duration;
import java.util.List;

/**
 * How boards are run.
 *
 * @param cooldown how long a visitor waits after a message before the next
 * @param words what no message may say, each a word of at least two characters
 * @param durability what is done for a message before it is acknowledged
 * @param messagesPerAddress how many messages may come from one address in the time that a visitor waits
 * @param messagesPerAddressAndDay how many in a day: fewer than a board usually keeps, so that one address cannot push all
 *     others out
 */
public record BoardPolicy(
        Duration cooldown,
        List<String> words,
        Durability durability,
        int messagesPerAddress,
        int messagesPerAddressAndDay) {
    public static final List<String> DEFAULT_WORDS = List.of("viagra", "cialis", "porn", "fuck", "死ね", "殺すぞ");

    public static final BoardPolicy STANDARD =
            new BoardPolicy(Duration.ofSeconds(10), DEFAULT_WORDS, Durability.DURABLE, 10, 60);

    public BoardPolicy {
        if (!cooldown.isPositive()) {
            throw new IllegalArgumentException("A cooldown must take some time");
        }
        words = List.copyOf(words);
    }
}
