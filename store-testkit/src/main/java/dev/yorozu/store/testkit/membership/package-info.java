/** What memberships and quotas must do on every store. */
@NullMarked
package dev.yorozu.store.testkit.membership;

import org.jspecify.annotations.NullMarked;
