@NullMarked
package dev.yorozu.server.admin.people;

import org.jspecify.annotations.NullMarked;
