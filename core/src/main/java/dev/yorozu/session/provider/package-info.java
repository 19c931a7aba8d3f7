/** Sessions that end when the identity provider that they came from says so. */
@NullMarked
package dev.yorozu.session.provider;

import org.jspecify.annotations.NullMarked;
