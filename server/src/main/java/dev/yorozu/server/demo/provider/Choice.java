package dev.yorozu.server.demo.provider;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Cookie;
import java.time.Duration;
import java.util.Optional;

/**
 * What somebody chose on the start page, carried to the consent page in a cookie, because the app's own way between the
 * two has no place for it.
 *
 * @param language empty when the browser's is good
 */
record Choice(Optional<Person> person, Optional<String> language) {
    private static final String NAME = "practice_choice";
    private static final Duration LIFE = Duration.ofMinutes(1);
    private static final String NOBODY = "-";

    static Optional<Choice> of(Call call) {
        return call.cookie(NAME)
                .map(value -> value.split("\\.", -1))
                .filter(parts -> parts.length == 2)
                .map(parts -> new Choice(
                        People.sample(parts[0]), Optional.of(parts[1]).filter(text -> !text.isEmpty())));
    }

    Cookie cookie() {
        String value = person.map(Person::id).orElse(NOBODY) + "." + language.orElse("");
        return new Cookie(NAME, value, Optional.of(LIFE), Optional.empty(), false);
    }

    static Cookie forgotten() {
        return Cookie.clearing(NAME, false);
    }
}
