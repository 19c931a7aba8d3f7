/** Keys that operators change by hand. */
@NullMarked
package dev.yorozu.server.admin.keys;

import org.jspecify.annotations.NullMarked;
