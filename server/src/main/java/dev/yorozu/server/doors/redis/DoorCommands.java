package dev.yorozu.server.doors.redis;

import dev.yorozu.command.Session;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.doors.Doors;
import dev.yorozu.store.Durability;

/** The commands as this door gives them to its clients. */
record DoorCommands(Doors doors, Durability durability, RespLimits limits) {
    Session session(Visitor visitor) {
        return doors.session(visitor, durability);
    }
}
