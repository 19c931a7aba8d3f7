/** What is good once: codes with a number of tries, and claims that only the first can make. */
@NullMarked
package dev.yorozu.once;

import org.jspecify.annotations.NullMarked;
