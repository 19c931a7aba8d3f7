@NullMarked
package dev.yorozu.server.deployment;

import org.jspecify.annotations.NullMarked;
