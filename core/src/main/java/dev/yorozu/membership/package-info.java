/** What patrons are entitled to: plans, memberships and quotas, and where people and their usage are kept. */
@NullMarked
package dev.yorozu.membership;

import org.jspecify.annotations.NullMarked;
