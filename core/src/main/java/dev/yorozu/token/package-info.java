/** Access tokens and the refresh tokens that renew them: issue, verify, rotate, revoke. */
@NullMarked
package dev.yorozu.token;

import org.jspecify.annotations.NullMarked;
