/** What people see of the user API in a browser. */
@NullMarked
package dev.yorozu.server.systems.users.pages;

import org.jspecify.annotations.NullMarked;
