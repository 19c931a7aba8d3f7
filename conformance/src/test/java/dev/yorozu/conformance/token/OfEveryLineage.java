package dev.yorozu.conformance.token;

import dev.yorozu.secret.Storage;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * A test that runs for each lineage, once with documented and once with hardened storage, and is given as many users as it has
 * parameters. Where these are fixtures of one lineage, it runs for that one.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(OfEveryLineage.Cases.class)
@interface OfEveryLineage {
    /** Those of which the test speaks, where it speaks of some. */
    LineageKind[] value() default {LineageKind.LEDGER, LineageKind.SESSION, LineageKind.FAMILY};

    Storage[] storages() default {Storage.DOCUMENTED, Storage.HARDENED};

    /** How many logins each user has when the test begins. */
    int logins() default 0;

    /** Every lineage with every storage. */
    final class Cases implements TestTemplateInvocationContextProvider {
        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            Method test = context.getRequiredTestMethod();
            OfEveryLineage asked = Objects.requireNonNull(test.getAnnotation(OfEveryLineage.class));
            return Stream.of(asked.value())
                    .filter(kind -> test.getParameterTypes()[0].isAssignableFrom(kind.type))
                    .flatMap(kind ->
                            Stream.of(asked.storages()).map(storage -> new Case(kind, storage, asked.logins())));
        }
    }

    /** One lineage with one storage. */
    record Case(LineageKind kind, Storage storage, int logins)
            implements TestTemplateInvocationContext, ParameterResolver {
        @Override
        public String getDisplayName(int number) {
            return kind + ", " + storage;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType().isAssignableFrom(kind.type);
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return ((TokenSuite) context.getRequiredTestInstance())
                    .fixture(kind, storage)
                    .issued(logins);
        }
    }
}
