/** What sessions and locks must do on every store: rules, races, and faults at every call. */
@NullMarked
package dev.yorozu.conformance.session;

import org.jspecify.annotations.NullMarked;
