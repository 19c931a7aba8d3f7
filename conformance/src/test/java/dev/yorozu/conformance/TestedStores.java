package dev.yorozu.conformance;

import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The stores that a suite asks for by {@link OnEveryStore}, each opened when its turn comes. */
final class TestedStores implements ArgumentsProvider, AnnotationConsumer<OnEveryStore> {
    private @Nullable OnEveryStore suite;

    @Override
    public void accept(OnEveryStore annotation) {
        suite = annotation;
    }

    @Override
    public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        OnEveryStore asked = Objects.requireNonNull(suite);
        Set<StoreKind> kinds = asked.costly() && !Rounds.isLong()
                ? EnumSet.of(StoreKind.MEMORY, StoreKind.CLUSTER)
                : EnumSet.allOf(StoreKind.class);
        return kinds.stream().flatMap(kind -> variants(asked).stream().map(storage -> arguments(asked, kind, storage)));
    }

    private static List<Optional<Storage>> variants(OnEveryStore asked) {
        return asked.storages().length == 0
                ? List.of(Optional.empty())
                : Stream.of(asked.storages()).map(Optional::of).toList();
    }

    private static Arguments arguments(OnEveryStore asked, StoreKind kind, Optional<Storage> storage) {
        TestedStore store = kind.open(asked.heldClock() ? Optional.of(HeldClock.start()) : Optional.empty());
        return storage.map(chosen -> Arguments.of(store, chosen)).orElseGet(() -> Arguments.of(store));
    }
}
