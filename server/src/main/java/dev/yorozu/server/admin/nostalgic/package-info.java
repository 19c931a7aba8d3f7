/** What operators do with counters, likes, rankings and boards. */
@NullMarked
package dev.yorozu.server.admin.nostalgic;

import org.jspecify.annotations.NullMarked;
