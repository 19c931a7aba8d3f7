/** What memberships and quotas must do on every store. */
@NullMarked
package dev.yorozu.conformance.membership;

import org.jspecify.annotations.NullMarked;
