package dev.yorozu.conformance.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import org.junit.jupiter.api.Test;

/** A server killed, or cut off from its store, at each call that a link takes. */
@OnEveryStore(
        costly = true,
        storages = {Storage.DOCUMENTED, Storage.HARDENED})
final class LinkFaultTest extends LinkSuite {
    private ShareLinks on(FaultyStore faulty) {
        return links(faulty, KEYS, POLICY, RANDOM);
    }

    @Test
    void aCallCostsAsManyRoundTripsAsItMust() {
        FaultyStore counting = FaultyStore.counting(store());
        IssueResult.Issued issued = issued(on(counting).issue(draft(URL)));
        assertThat(counting.calls()).isEqualTo(3);
        on(counting).resolve(issued.token());
        assertThat(counting.calls()).isEqualTo(4);
        on(counting).resolve(issued.shortToken());
        assertThat(counting.calls()).isEqualTo(6);
        on(counting).list(signedIn);
        assertThat(counting.calls()).isEqualTo(8);
    }

    /** A link that was not handed out is no loss; one that was must be whole. */
    @Test
    void aLinkThatWasHandedOutIsWhole() {
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int call = 1; reached; call++) {
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                try {
                    IssueResult.Issued issued = issued(on(faulty).issue(draft(URL)));
                    assertThat(links().resolve(issued.shortToken())).isInstanceOf(ResolveResult.Resolved.class);
                    assertThat(links().delete(issued.token(), maker)).isInstanceOf(DeleteResult.Deleted.class);
                } catch (StoreException cutOff) {
                    assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
                }
                reached = faulty.calls() >= call;
            }
        }
    }

    /** Until the record is revoked nothing has happened; from then on the link is dead in both forms. */
    @Test
    void aDeletionIsEitherDoneOrCanBeDoneAgain() {
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int call = 1; reached; call++) {
                IssueResult.Issued issued = issued();
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                boolean deleted = deletes(faulty, issued.shortToken());
                boolean alive = links().resolve(issued.token()) instanceof ResolveResult.Resolved;
                assertThat(links().resolve(issued.shortToken()) instanceof ResolveResult.Resolved)
                        .isEqualTo(alive);
                assertThat(deleted && alive).isFalse();
                links().delete(issued.token(), maker);
                assertThat(links().resolve(issued.token())).isEqualTo(new ResolveResult.NotFound());
                assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
                assertThat(links().list(signedIn)).isEmpty();
                assertThat(store().type(list())).isEmpty();
                reached = faulty.calls() >= call;
            }
        }
    }

    private boolean deletes(FaultyStore faulty, String token) {
        try {
            return on(faulty).delete(token, maker) instanceof DeleteResult.Deleted;
        } catch (StoreException cutOff) {
            return false;
        }
    }
}
