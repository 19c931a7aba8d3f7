/** Logins: sessions whose holders carry signed tokens, an access token for requests and a refresh token that renews both. */
@NullMarked
package dev.yorozu.login;

import org.jspecify.annotations.NullMarked;
