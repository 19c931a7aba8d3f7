/** How passwords are hashed: Argon2id. */
@NullMarked
package dev.yorozu.server.access.password;

import org.jspecify.annotations.NullMarked;
