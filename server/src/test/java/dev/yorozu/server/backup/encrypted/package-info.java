@NullMarked
package dev.yorozu.server.backup.encrypted;

import org.jspecify.annotations.NullMarked;
