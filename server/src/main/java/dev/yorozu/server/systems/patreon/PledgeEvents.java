package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.session.Sessions;

/**
 * Acts on what Patreon says of a patron's pledge. An answer never takes the plan from there but asks Patreon anew, so that
 * nothing that arrives late can bring an older plan back.
 *
 * <ol>
 *   <li>What is kept of the patron is forgotten, whatever the event says.
 *   <li>An event that was written down before, or is older than one that was, ends here.
 *   <li>Where the pledge was updated because it was not paid, all sessions end: {@link PledgeEvent#endsSessions}.
 *   <li>The event is written down. Patreon sends it again after <i>a crash before this</i>, and all is done once more.
 * </ol>
 */
record PledgeEvents(
        Memberships memberships, Patrons patrons, Sessions sessions, SessionTermination termination, AuditTrail trail) {
    /** True when this wrote down that the plan is another. */
    boolean happened(PledgeEvent event, Client client) {
        memberships.drop(event.user());
        termination.forget(sessions.keyParts(event.user()));
        if (patrons.outdated(event).isPresent()) {
            return false;
        }
        if (event.endsSessions() && termination.endAll(event.user(), event.status()) > 0) {
            trail.revokedAll(client, event.user(), event.event() + " " + event.status());
        }
        return patrons.record(event) == PledgeOutcome.CHANGED;
    }
}
