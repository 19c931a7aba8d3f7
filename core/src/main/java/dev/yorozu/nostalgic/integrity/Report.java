package dev.yorozu.nostalgic.integrity;

import java.util.List;

/**
 * What a check found.
 *
 * @param keys how many keys were looked at
 * @param findings what is wrong now
 * @param repaired what was wrong and was repaired
 * @param complete whether all there is was looked at: past so many findings the walk stops
 */
public record Report(long keys, List<Finding> findings, List<Finding> repaired, boolean complete) {
    public Report {
        findings = List.copyOf(findings);
        repaired = List.copyOf(repaired);
    }

    /** Whether nothing is wrong; notes do not count. */
    public boolean isSound() {
        return complete
                && findings.stream().allMatch(finding -> finding.damage().isNote());
    }
}
