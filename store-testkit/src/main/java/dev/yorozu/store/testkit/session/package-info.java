/** What sessions and locks must do on every store: rules, races, and faults at every call. */
@NullMarked
package dev.yorozu.store.testkit.session;

import org.jspecify.annotations.NullMarked;
