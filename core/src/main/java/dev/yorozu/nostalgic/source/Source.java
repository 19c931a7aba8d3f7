package dev.yorozu.nostalgic.source;

/**
 * What is shown of a service, as it was read and before anything is made of it. Two that are equal show the same.
 *
 * @param <V> what is made of it
 */
@FunctionalInterface
public interface Source<V> {
    V view();
}
