/** That an operation which broke off is not called one that changed nothing. */
@NullMarked
package dev.yorozu.conformance.operation;

import org.jspecify.annotations.NullMarked;
