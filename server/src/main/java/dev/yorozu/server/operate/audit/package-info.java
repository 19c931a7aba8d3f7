/** What operators learn from the audit log. */
@NullMarked
package dev.yorozu.server.operate.audit;

import org.jspecify.annotations.NullMarked;
