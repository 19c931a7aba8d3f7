package dev.yorozu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a program sees from the front door on is Java's or ours: a library behind it can be exchanged. */
class PublicSignaturesTest {
    private final Set<String> seen = new TreeSet<>();
    private final Deque<Class<?>> waiting = new ArrayDeque<>();

    @Test
    void noSignatureNamesALibrary() {
        meet(Yorozu.class);
        while (!waiting.isEmpty()) {
            look(waiting.remove());
        }
        assertThat(seen).contains("dev.yorozu.AppTokens", "dev.yorozu.jwt.SigningKey", "dev.yorozu.session.Session");
        assertThat(seen).allMatch(name -> name.startsWith("java.") || name.startsWith("dev.yorozu."));
    }

    private void look(Class<?> type) {
        meet(type.getGenericSuperclass());
        Stream.of(type.getGenericInterfaces()).forEach(this::meet);
        Stream.of(type.getClasses()).forEach(this::meet);
        Stream.of(type.getFields())
                .filter(this::isOurs)
                .map(Field::getGenericType)
                .forEach(this::meet);
        for (Constructor<?> constructor : type.getConstructors()) {
            Stream.of(constructor.getGenericParameterTypes()).forEach(this::meet);
        }
        for (Method method : type.getMethods()) {
            if (isOurs(method)) {
                meet(method.getGenericReturnType());
                Stream.of(method.getGenericParameterTypes()).forEach(this::meet);
                Stream.of(method.getGenericExceptionTypes()).forEach(this::meet);
            }
        }
    }

    private boolean isOurs(Member member) {
        return Modifier.isPublic(member.getModifiers())
                && member.getDeclaringClass().getName().startsWith("dev.yorozu.");
    }

    private void meet(Type type) {
        switch (type) {
            case null -> {}
            case Class<?> plain when plain.isArray() -> meet(plain.getComponentType());
            case Class<?> plain when plain.isPrimitive() -> {}
            case Class<?> plain -> {
                if (seen.add(plain.getName()) && plain.getName().startsWith("dev.yorozu.")) {
                    waiting.add(plain);
                }
            }
            case ParameterizedType made -> {
                meet(made.getRawType());
                Stream.of(made.getActualTypeArguments()).forEach(this::meet);
            }
            case WildcardType wild -> {
                Stream.of(wild.getUpperBounds()).forEach(this::meet);
                Stream.of(wild.getLowerBounds()).forEach(this::meet);
            }
            case GenericArrayType array -> meet(array.getGenericComponentType());
            default -> {}
        }
    }
}
