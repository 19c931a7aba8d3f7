/** Tests of profiles, of what is limited by the hour, and of how the system says it fares. */
@NullMarked
package dev.yorozu.server.systems.users.profile;

import org.jspecify.annotations.NullMarked;
