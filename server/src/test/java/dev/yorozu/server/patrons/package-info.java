/** What every keeper of patrons does. */
@NullMarked
package dev.yorozu.server.patrons;

import org.jspecify.annotations.NullMarked;
