/** What happened, to whom and when: append-only, bounded, and without any secret. */
@NullMarked
package dev.yorozu.audit;

import org.jspecify.annotations.NullMarked;
