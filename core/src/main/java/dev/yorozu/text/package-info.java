/** What texts of people may hold, and what is to be seen of them. */
@NullMarked
package dev.yorozu.text;

import org.jspecify.annotations.NullMarked;
