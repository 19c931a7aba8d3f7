/** Who uses a service: the names that tell visitors apart, and how often one may come. */
@NullMarked
package dev.yorozu.nostalgic.visitor;

import org.jspecify.annotations.NullMarked;
