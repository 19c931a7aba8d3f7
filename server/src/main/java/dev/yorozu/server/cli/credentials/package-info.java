/** The commands about credentials. */
@NullMarked
package dev.yorozu.server.cli.credentials;

import org.jspecify.annotations.NullMarked;
