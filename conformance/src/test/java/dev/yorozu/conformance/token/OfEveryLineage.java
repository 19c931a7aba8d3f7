package dev.yorozu.conformance.token;

import dev.yorozu.secret.Storage;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test that runs for each lineage, once with documented and once with hardened storage. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(OfEveryLineage.Cases.class)
@interface OfEveryLineage {
    /** Those of which the test speaks, where it does not speak of all. */
    LineageKind[] value() default {LineageKind.LEDGER, LineageKind.SESSION, LineageKind.FAMILY};

    /** Every lineage with every storage. */
    final class Cases implements ArgumentsProvider, AnnotationConsumer<OfEveryLineage> {
        private List<LineageKind> kinds = List.of();

        @Override
        public void accept(OfEveryLineage annotation) {
            kinds = List.of(annotation.value());
        }

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return kinds.stream()
                    .flatMap(kind -> Stream.of(Storage.values()).map(storage -> Arguments.of(kind, storage)));
        }
    }
}
