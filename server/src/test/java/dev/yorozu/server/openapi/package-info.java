/** The documents of OpenAPI are what the program does: every answer of the HTTP tests is held against them. */
@NullMarked
package dev.yorozu.server.openapi;

import org.jspecify.annotations.NullMarked;
