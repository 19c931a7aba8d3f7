/** A further system for the server, from nothing: invitations that are accepted once. docs/adding-a-system.md walks through it. */
@NullMarked
package dev.yorozu.examples.invitations;

import org.jspecify.annotations.NullMarked;
