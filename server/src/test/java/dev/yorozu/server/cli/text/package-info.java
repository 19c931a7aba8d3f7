@NullMarked
package dev.yorozu.server.cli.text;

import org.jspecify.annotations.NullMarked;
