package dev.yorozu.audit;

import dev.yorozu.keyspace.AuditKeys;
import dev.yorozu.store.Key;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * Where events of one kind lie. What was refused has a room of its own: anybody can be refused as often as they like, and
 * must not wash away with it what was done.
 */
record Room(Kind kind, boolean refused) {
    static Room of(Event event) {
        return new Room(event.kind(), !event.outcome().equals(Event.OK));
    }

    static List<Room> of(List<Kind> kinds) {
        List<Room> rooms = new ArrayList<>();
        for (Kind kind : kinds) {
            rooms.add(new Room(kind, false));
            rooms.add(new Room(kind, true));
        }
        return rooms;
    }

    Key key(LocalDate day) {
        return AuditKeys.DAY.key(refused ? kind.word() + "-refused" : kind.word(), day.toString());
    }
}
