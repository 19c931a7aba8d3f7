package dev.yorozu.store;

/** A member of a sorted set, with its score. */
public record Ranked(Bytes member, double score) {
    /** Whether this one comes before the other in the order. */
    public boolean precedes(Ranked other, Order order) {
        int rising = Double.compare(score + 0.0, other.score + 0.0); // Minus zero becomes zero: the two are one score.
        int difference = rising != 0 ? rising : member.compareTo(other.member);
        return order == Order.RISING ? difference < 0 : difference > 0;
    }
}
