/** What commands print: tables, numbers, values, progress. */
@NullMarked
package dev.yorozu.server.cli.text;

import org.jspecify.annotations.NullMarked;
