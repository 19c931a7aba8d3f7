/** What the audit log must do on every store. */
@NullMarked
package dev.yorozu.conformance.audit;

import org.jspecify.annotations.NullMarked;
