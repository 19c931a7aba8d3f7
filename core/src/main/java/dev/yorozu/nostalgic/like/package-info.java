/** Like buttons: on or off, for each user and day. */
@NullMarked
package dev.yorozu.nostalgic.like;

import org.jspecify.annotations.NullMarked;
