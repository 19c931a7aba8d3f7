/** Holds the files that a release is packaged with against the program. */
@NullMarked
package dev.yorozu.server.deploy;

import org.jspecify.annotations.NullMarked;
