/** A storage that speaks the protocol of S3 and that we did not write, and one that answers as badly as it can. */
@NullMarked
package dev.yorozu.server.bucket;

import org.jspecify.annotations.NullMarked;
