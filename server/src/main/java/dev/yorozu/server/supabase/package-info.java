/** Patrons in a Supabase project, by its REST interface. */
@NullMarked
package dev.yorozu.server.supabase;

import org.jspecify.annotations.NullMarked;
