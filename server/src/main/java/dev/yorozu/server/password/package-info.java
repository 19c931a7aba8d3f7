/** How passwords are hashed: Argon2id. */
@NullMarked
package dev.yorozu.server.password;

import org.jspecify.annotations.NullMarked;
