package dev.yorozu.nostalgic.ranking;

import dev.yorozu.nostalgic.Service;
import java.util.List;

/**
 * A ranking as it is shown.
 *
 * @param entries the part that was asked for, best first
 * @param totalEntries how many there are
 */
public record RankingView(Service service, RankingSettings settings, List<Entry> entries, long totalEntries) {
    public RankingView {
        entries = List.copyOf(entries);
    }
}
