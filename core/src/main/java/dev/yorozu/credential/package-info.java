/** Named credentials of programs, of doors' clients and of operators: their secrets as digests, and what each may do. */
@NullMarked
package dev.yorozu.credential;

import org.jspecify.annotations.NullMarked;
