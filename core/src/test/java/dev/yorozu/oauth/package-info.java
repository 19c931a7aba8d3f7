@NullMarked
package dev.yorozu.oauth;

import org.jspecify.annotations.NullMarked;
