package dev.yorozu.audit;

import dev.yorozu.keyspace.AuditKeys;
import dev.yorozu.store.Key;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/**
 * The events of one kind that lie together. What was refused has a stream of its own: any client can be refused as often
 * as it likes, and must not push out by it what was done.
 */
record EventStream(Kind kind, boolean refused) {
    static EventStream of(Event event) {
        return new EventStream(event.kind(), !event.outcome().equals(Event.OK));
    }

    static List<EventStream> of(List<Kind> kinds) {
        return kinds.stream()
                .flatMap(kind -> Stream.of(new EventStream(kind, false), new EventStream(kind, true)))
                .toList();
    }

    Key key(LocalDate day) {
        return AuditKeys.DAY.key(refused ? kind.word() + "-refused" : kind.word(), day.toString());
    }
}
