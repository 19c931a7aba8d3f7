/** What a demonstration has beside the server: a practice identity provider and sample state. Never part of serve. */
@NullMarked
package dev.yorozu.server.demo;

import org.jspecify.annotations.NullMarked;
