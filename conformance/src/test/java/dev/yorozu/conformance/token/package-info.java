/** What refresh tokens and the ids of access tokens must do on every store: rules, races, and faults at every call. */
@NullMarked
package dev.yorozu.conformance.token;

import org.jspecify.annotations.NullMarked;
