/** The practice provider in Patreon's part: who pays what, how apps ask, and what the app is told when that changes. */
@NullMarked
package dev.yorozu.server.demo.patreon;

import org.jspecify.annotations.NullMarked;
