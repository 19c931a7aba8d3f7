package dev.yorozu.conformance;

import dev.yorozu.secret.Storage;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A {@link Suite} that runs on memory, the embedded store, Redis and Cluster. Its second parameter is a {@link Storage}, where
 * it names storages.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@ArgumentsSource(TestedStores.class)
public @interface OnEveryStore {
    /** Whether memory and the embedded store are given a clock that stands still until a test moves it. */
    boolean heldClock() default false;

    /**
     * Whether the suite plays so many cases that the usual run keeps to memory, the reference, and Cluster, where every step
     * crosses a network and lies on a node of its own. A long run takes all stores.
     */
    boolean costly() default false;

    /** The ways of keeping secrets that the suite runs with, once each; none where its tests choose. */
    Storage[] storages() default {};
}
