/** JSON as values in the store: small ordered objects, read and written without reflection. */
@NullMarked
package dev.yorozu.json;

import org.jspecify.annotations.NullMarked;
