package dev.yorozu.server.systems.apps.open;

import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings.Quota;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.Reading;

/** Holds what apps keep, as the last count of all keys found it, against their quotas. The store is not asked. */
public record AppQuotas(Census census) {
    /** Whether an app keeps as much as it may. */
    public boolean areUsedUp(App app) {
        Quota quota = app.settings().quota();
        return !quota.equals(Quota.NONE)
                && census.latest()
                        .map(Reading::statistics)
                        .map(statistics -> statistics.apps().get(app.name()))
                        .filter(use -> quota.isUsedUp(use.keys(), use.bytes()))
                        .isPresent();
    }
}
