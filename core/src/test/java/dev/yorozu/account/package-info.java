@NullMarked
package dev.yorozu.account;

import org.jspecify.annotations.NullMarked;
