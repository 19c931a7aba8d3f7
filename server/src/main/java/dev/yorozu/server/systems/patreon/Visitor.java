package dev.yorozu.server.systems.patreon;

import dev.yorozu.session.Session;

/** Somebody whose session lives. */
record Visitor(Session session, Patron patron) {}
