package dev.yorozu.server.systems.apps;

import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings.Quota;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.Reading;

/** Holds what apps keep, as the last count of all keys found it, against their quotas. The store is not asked. */
record AppQuotas(Census census) {
    /** Ends a call that would make something for an app that keeps as much as it may. */
    void require(App app) {
        Quota quota = app.settings().quota();
        if (quota.equals(Quota.NONE)) {
            return;
        }
        census.latest()
                .map(Reading::statistics)
                .map(statistics -> statistics.apps().get(app.name()))
                .filter(use -> quota.isUsedUp(use.keys(), use.bytes()))
                .ifPresent(full -> {
                    throw AppsErrors.QUOTA.exception();
                });
    }
}
