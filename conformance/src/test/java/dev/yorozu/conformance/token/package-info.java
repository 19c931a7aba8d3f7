/**
 * What refresh and access tokens must do on every store. What is true of every {@link dev.yorozu.token.Lineage} is said once:
 * rotations, checks, races, interleavings, and faults at every call. The other suites say what is true of one.
 */
@NullMarked
package dev.yorozu.conformance.token;

import org.jspecify.annotations.NullMarked;
