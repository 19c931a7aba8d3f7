/** JSON Web Tokens: signing, keys, and checking what somebody presents. Knows no store. */
@NullMarked
package dev.yorozu.jwt;

import org.jspecify.annotations.NullMarked;
