package dev.yorozu.server.http.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTypeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
                "application/json;q=0.5, text/html",
                "text/html, application/json",
                "TEXT/HTML; charset=utf-8"
            })
    void browsersAskForAPage(String header) {
        assertThat(Accept.prefersHtml(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "text/*",
                "application/json",
                "application/json, text/html",
                "application/json, text/html;q=0.9, */*;q=0.1",
                "application/problem+json, text/html;q=0.5",
                "text/html;q=0",
                "text/html;q=often",
                "text/html-sandboxed"
            })
    void programsDoNot(String header) {
        assertThat(Accept.prefersHtml(header)).isFalse();
    }
}
