/** How an operator configures the server: settings declared once, read from file, environment and flags. */
@NullMarked
package dev.yorozu.server.config;

import org.jspecify.annotations.NullMarked;
