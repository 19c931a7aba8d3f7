/** The profiles of the user API with their cache, what is limited by the hour, and how the system fares. */
@NullMarked
package dev.yorozu.server.systems.users.profile;

import org.jspecify.annotations.NullMarked;
