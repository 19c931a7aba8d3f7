package dev.yorozu.server.admin.nostalgic;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.backup.Progress;
import java.util.List;
import java.util.Optional;

/**
 * What an operator can ask about counters, likes, rankings and boards, whether the store is open here or served
 * elsewhere. No answer holds a token, its hash, or the address of a webhook.
 */
public interface NostalgicDesk {
    /** The most services that one listing holds. */
    int LONGEST = 1000;

    /** Looks whether all that belongs together agrees, and repairs it if asked to. */
    Report verify(Integrity.Scope scope, boolean fix, Progress progress);

    /** Looks for what leads nowhere, belongs to nobody or cannot be read, and removes it if asked to. */
    Report invalid(boolean clear, Progress progress);

    /** What there is of a service, and would go. */
    Erasure.Plan plan(Kind kind, String id);

    /** Deletes all there is of a service, and says what that was. */
    Erasure.Plan erase(Kind kind, String id);

    /** How many services of each kind there are, and how much they hold. */
    List<Inventory.Summary> overview(Progress progress);

    /** Services whose name or address holds a text, newest first. */
    Inventory.Listing list(Optional<Kind> kind, String text, int most);

    /** Everything about the services of a name, one dossier for each kind that has one. */
    List<Dossier> dossiers(String id);
}
