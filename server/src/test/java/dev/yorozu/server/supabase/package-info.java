@NullMarked
package dev.yorozu.server.supabase;

import org.jspecify.annotations.NullMarked;
