/** Apps: names with state of their own on one server, and what each may choose. */
@NullMarked
package dev.yorozu.app;

import org.jspecify.annotations.NullMarked;
