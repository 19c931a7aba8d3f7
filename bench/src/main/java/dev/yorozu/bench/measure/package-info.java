/** How a bench measures and what it shows: load, duels of runs, tables, and the machine that they ran on. */
@NullMarked
package dev.yorozu.bench.measure;

import org.jspecify.annotations.NullMarked;
