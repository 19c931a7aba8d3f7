package dev.yorozu.audit;

import dev.yorozu.keyspace.AuditKeys;
import dev.yorozu.store.Key;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of one kind that lie together. What was refused has a stream of its own: any client can be refused as often
 * as it likes, and must not push out by it what was done.
 */
record EventStream(Kind kind, boolean refused) {
    static EventStream of(Event event) {
        return new EventStream(event.kind(), !event.outcome().equals(Event.OK));
    }

    static List<EventStream> of(List<Kind> kinds) {
        List<EventStream> streams = new ArrayList<>();
        for (Kind kind : kinds) {
            streams.add(new EventStream(kind, false));
            streams.add(new EventStream(kind, true));
        }
        return streams;
    }

    Key key(LocalDate day) {
        return AuditKeys.DAY.key(refused ? kind.word() + "-refused" : kind.word(), day.toString());
    }
}
