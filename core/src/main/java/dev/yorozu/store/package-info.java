/** The store port: the one way in which the product reads and changes what it keeps. */
@NullMarked
package dev.yorozu.store;

import org.jspecify.annotations.NullMarked;
