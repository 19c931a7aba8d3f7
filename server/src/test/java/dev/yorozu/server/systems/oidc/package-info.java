@NullMarked
package dev.yorozu.server.systems.oidc;

import org.jspecify.annotations.NullMarked;
