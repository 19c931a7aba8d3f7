package dev.yorozu.conformance.seat;

import static dev.yorozu.conformance.seat.Seating.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.token.Rotation;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The tokens that the earlier program left, and those whose sessions nobody's program wrote. */
@OnEveryStore(heldClock = true)
final class LegacyTest extends SeatSuite {
    /** A session as the earlier program wrote it, and a token for it. */
    private String legacyToken(SeatFixture table, boolean used) {
        String session = UUID.randomUUID().toString();
        long now = clock().millis();
        table.put(
                PatreonKeys.SESSION.key(session),
                "{\"accessToken\": \"pat-1\", \"refreshToken\": \"pat-2\", \"expiresAt\": " + (now + GRANTED.toMillis())
                        + ", \"userId\": \"" + table.user + "\", \"extra\": [1, {\"a\": null}]}");
        String token = UUID.randomUUID().toString();
        table.put(
                table.refreshKey(token),
                "{\"userId\":\"" + table.user + "\",\"sessionToken\":\"" + session + "\",\"createdAt\":" + now
                        + ",\"expiresAt\":" + (now + LIFE.toMillis()) + ",\"isUsed\":" + used + "}");
        return token;
    }

    @Test
    void aRefreshTokenOfTheEarlierProgramIsSpentOnceLikeAnyOther() {
        SeatFixture table = table(Storage.DOCUMENTED);
        String token = legacyToken(table, false);
        Pair next = refreshed(table.refresh(token));
        table.assertAdmits(next);
        assertRepeated(table.refresh(token), next);
        Pair third = refreshed(table.refresh(next.refreshToken()));
        clock().advance(GRACE);
        assertThat(table.refresh(token)).isInstanceOf(Rotation.Reused.class);
        table.assertRefuses(next);
        table.assertRefuses(third);
        assertThat(table.refresh(third.refreshToken())).isEqualTo(INVALID);
    }

    @Test
    void aRefreshTokenThatTheEarlierProgramSpentIsReused() {
        SeatFixture table = table(Storage.DOCUMENTED);
        assertThat(table.refresh(legacyToken(table, true))).isInstanceOf(Rotation.Reused.class);
    }

    private void putSet(Key key) {
        store().commit(Batch.builder().delete(key).build());
        store().commit(Batch.builder()
                .setAdd(key, Bytes.of("x"))
                .expire(key, Expiry.after(LIFE))
                .build());
    }

    @InBothStorages
    void whatCannotBeReadLetsNobodyIn(Storage storage) {
        SeatFixture table = table(storage);
        Session seat = table.sit();
        Document record = table.document(table.session(token(seat)));
        Pair issued = table.issue(seat);
        for (Document broken : new Document[] {
            Document.empty(),
            Document.empty().with("userId", table.user),
            record.with("expiresAt", "soon"),
            record.with("userId", "a:b"),
            record.without("userId")
        }) {
            table.put(table.session(token(seat)), broken.bytes().text());
            table.assertRefuses(issued);
            assertThat(table.refresh(issued.refreshToken())).isEqualTo(ENDED);
        }
        putSet(table.session(token(seat)));
        table.assertRefuses(issued);
        assertThat(table.refresh(issued.refreshToken())).isEqualTo(ENDED);
        putSet(table.refreshKey(issued.refreshToken()));
        assertThat(table.refresh(issued.refreshToken())).isEqualTo(INVALID);
    }

    @InBothStorages
    void anEmptiedStoreLetsNobodyIn(Storage storage) {
        SeatFixture table = table(storage);
        Session seat = table.sit();
        Pair issued = table.issue(seat);
        for (Key key :
                new Key[] {table.session(token(seat)), table.userKey(), table.refreshKey(issued.refreshToken())}) {
            store().commit(Batch.builder().delete(key).build());
        }
        table.assertRefuses(issued);
        assertThat(given(table.refresh(issued.refreshToken()))).isEmpty();
        assertThat(table.living()).isEmpty();
    }
}
