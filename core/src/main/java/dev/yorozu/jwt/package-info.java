/** JSON Web Tokens: signing, keys, and checking what is presented. Knows no store. */
@NullMarked
package dev.yorozu.jwt;

import org.jspecify.annotations.NullMarked;
