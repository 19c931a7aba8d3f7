package dev.yorozu.server.operate.backup.scheduled;

import java.util.Optional;

/**
 * What came of trying to make a backup.
 *
 * @param made there also where removing an older one failed afterwards
 * @param busy whether another server, or another thread, works on backups just now, so that nothing was tried
 */
public record Attempt(Optional<Made> made, Optional<Failure> failure, boolean busy) {
    static final Attempt BUSY = new Attempt(Optional.empty(), Optional.empty(), true);
    /** It was not time for one any more. */
    static final Attempt NONE = new Attempt(Optional.empty(), Optional.empty(), false);
}
