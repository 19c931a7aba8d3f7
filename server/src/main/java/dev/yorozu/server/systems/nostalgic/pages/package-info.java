/** The pages of Nostalgic: what there is, a form that makes a service, the owner's page and the reference. */
@NullMarked
package dev.yorozu.server.systems.nostalgic.pages;

import org.jspecify.annotations.NullMarked;
