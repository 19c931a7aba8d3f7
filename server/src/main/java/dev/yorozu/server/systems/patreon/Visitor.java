package dev.yorozu.server.systems.patreon;

import dev.yorozu.seat.Seat;

/** Somebody whose session lives. */
record Visitor(Seat seat, Patron patron) {}
