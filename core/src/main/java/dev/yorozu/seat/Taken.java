package dev.yorozu.seat;

import java.util.List;

/**
 * A seat that was taken.
 *
 * @param overtaken whether somebody else took the seat in the meantime, or all of the user's sessions were ended: as if that
 *     had happened a moment later, the token is as good as any of a session that is over
 * @param ended what stands for the sessions in keys that had to end for this one
 */
public record Taken(Seat seat, boolean overtaken, List<String> ended) {
    public Taken {
        ended = List.copyOf(ended);
    }
}
