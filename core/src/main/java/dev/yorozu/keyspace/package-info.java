/**
 * The declared keyspace: every key the product writes, declared once.
 *
 * <p>From the declarations come the keys themselves, the table that {@code yorozu schema} prints, statistics by pattern,
 * and the redaction of secrets in every listing.
 */
@NullMarked
package dev.yorozu.keyspace;

import org.jspecify.annotations.NullMarked;
