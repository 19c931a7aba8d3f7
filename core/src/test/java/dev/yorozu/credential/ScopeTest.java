package dev.yorozu.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {
    private static Scope scope(String text) {
        return Scope.of(text).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"users:introspect", "users:*", "app/shop:sessions", "app/shop:*"})
    void isReadAsItIsWritten(String text) {
        assertThat(scope(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "users",
                "users:",
                ":introspect",
                "*:*",
                "*",
                "app/:*",
                "App/shop:*",
                "app/a/b:*",
                "users:a b"
            })
    void whatIsNoneIsNone(String text) {
        assertThat(Scope.of(text)).isEmpty();
    }

    @Test
    void anAllowedActionAllowsNoOtherAndNoOtherRealm() {
        Rights rights = new Rights(List.of(), Set.of(), Set.of(scope("users:introspect"), scope("app/shop:*")));

        assertThat(rights.grants(scope("users:introspect"))).isTrue();
        assertThat(rights.grants(scope("users:revoke"))).isFalse();
        assertThat(rights.grants(scope("users:*"))).isFalse();
        assertThat(rights.grants(scope("app/shop:limits"))).isTrue();
        assertThat(rights.grants(scope("app/shop2:limits"))).isFalse();
        assertThat(rights.grants(scope("shop:limits"))).isFalse();
    }

    @Test
    void theRealmOfAnAppNamesIt() {
        assertThat(scope("app/shop:*").app()).contains("shop");
        assertThat(scope("users:*").app()).isEmpty();
        assertThat(Scope.realmOf("shop")).isEqualTo("app/shop");
    }
}
