/**
 * What sessions must do on every store and with every index: rules, races, and faults at every call. What is true of one
 * index only has a suite of its own.
 */
@NullMarked
package dev.yorozu.conformance.session;

import org.jspecify.annotations.NullMarked;
