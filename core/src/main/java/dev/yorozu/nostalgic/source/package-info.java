/** What is shown of services, before anything is made of it, and whether it may have changed since. */
@NullMarked
package dev.yorozu.nostalgic.source;

import org.jspecify.annotations.NullMarked;
