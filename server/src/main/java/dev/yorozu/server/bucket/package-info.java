/**
 * Files in storage that speaks the protocol of Amazon S3, by hand over the server's own HTTP client: five requests and one
 * signature, in place of a library of some megabytes with a client, a configuration and credentials chains of its own.
 */
@NullMarked
package dev.yorozu.server.bucket;

import org.jspecify.annotations.NullMarked;
