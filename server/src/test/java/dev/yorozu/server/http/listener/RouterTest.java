package dev.yorozu.server.http.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.ResponseDefaults;
import dev.yorozu.server.http.Route;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static Route route(String method, String pattern) {
        return new Route(method, pattern, call -> Reply.empty(204), ResponseDefaults.STANDARD);
    }

    private final Router router = new Router(List.of(
            route("GET", "/"),
            route("GET", "/a/{x}"),
            route("GET", "/a/b"),
            route("POST", "/a/b"),
            route("GET", "/a/{x}/c/{y}"),
            route("GET", "/a/b/d")));

    @ParameterizedTest
    @CsvSource({
        "GET, /, /, []",
        "HEAD, /, /, []",
        "GET, /a/b, /a/b, []",
        "GET, /a/z, /a/{x}, [z]",
        "GET, /a/b%63, /a/{x}, [bc]",
        "GET, /a/b/c/d, /a/{x}/c/{y}, '[b, d]'",
        "GET, /a/b/d, /a/b/d, []",
        "GET, /a/.., /a/{x}, [..]",
        "GET, /a/;v=1, /a/{x}, [;v=1]",
        "GET, http://example.test/a/b, /a/b, []",
        "GET, https://example.test, /, []"
    })
    void aLiteralGoesBeforeAParameter(String method, String path, String pattern, String values) {
        assertThat(router.match(method, path)).isInstanceOfSatisfying(Router.Match.Found.class, found -> {
            assertThat(found.route().pattern()).isEqualTo(pattern);
            assertThat(found.values()).hasToString(values);
        });
    }

    @ParameterizedTest
    @CsvSource({"/a, /a", "/a/, /a/…", "/a/b/c, /a/b/…", "/a/z/e, /a/…", "/q/a/b, /…", "//, /…", "/a//c/d, /a/…"})
    void anUnknownPathShowsOnlyItsKnownBeginning(String path, String known) {
        assertThat(router.match("GET", path)).isEqualTo(new Router.Match.Unknown(known));
    }

    @Test
    void anotherMethodFindsTheAllowedOnes() {
        assertThat(router.match("PUT", "/a/b"))
                .isEqualTo(new Router.Match.OtherMethod("/a/b", "GET, HEAD, OPTIONS, POST"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "a", "/%", "/%2", "/%g0", "/%00", "/%ff", "/\u00e4", "/a b"})
    void aPathThatIsNoTextIsMalformed(String path) {
        assertThat(router.match("GET", path)).isEqualTo(new Router.Match.Malformed());
    }

    @Test
    void twoRoutesCannotShareAPlace() {
        assertThatThrownBy(() -> new Router(List.of(route("GET", "/a/{x}"), route("GET", "/a/{y}"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a/{x}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "/a{x}", "/{x}b", "/{}"})
    void aPatternMustBeWellFormed(String pattern) {
        assertThatThrownBy(() -> route("GET", pattern)).isInstanceOf(IllegalArgumentException.class);
    }
}
