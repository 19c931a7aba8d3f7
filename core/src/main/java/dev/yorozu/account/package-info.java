/** People: their accounts, passwords, roles, devices and profiles. Where they are kept is for a {@link Directory} to say. */
@NullMarked
package dev.yorozu.account;

import org.jspecify.annotations.NullMarked;
