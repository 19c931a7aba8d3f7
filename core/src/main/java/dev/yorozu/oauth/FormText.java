package dev.yorozu.oauth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Parameters as forms and queries carry them ({@code application/x-www-form-urlencoded}). */
final class FormText {
    private FormText() {}

    static String of(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
