/** The checksums of the embedded database's file, which the database itself does not keep. */
@NullMarked
package dev.yorozu.server.directory.checksum;

import org.jspecify.annotations.NullMarked;
