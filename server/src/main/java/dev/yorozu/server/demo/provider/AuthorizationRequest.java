package dev.yorozu.server.demo.provider;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An app's request to sign somebody in, as the query of the consent page carries it and its form sends it back. */
record AuthorizationRequest(Map<String, String> parameters) {
    private static final List<String> NAMES = List.of(
            "response_type",
            "client_id",
            "redirect_uri",
            "scope",
            "state",
            "code_challenge",
            "code_challenge_method",
            "prompt",
            "login_hint");
    private static final int LONGEST = 2048;
    /** A SHA-256 in base64 for URLs. */
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");

    /** @param source the query of a page, or a form */
    static AuthorizationRequest of(Function<String, Optional<String>> source) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : NAMES) {
            source.apply(name)
                    .filter(value -> value.length() <= LONGEST)
                    .ifPresent(value -> parameters.put(name, value));
        }
        return new AuthorizationRequest(parameters);
    }

    private String text(String name) {
        return parameters.getOrDefault(name, "");
    }

    /** Whether it comes from this app and leads back there: only then may anything be sent to its address. */
    boolean isOf(PracticeApp app) {
        return text("client_id").equals(app.clientId()) && text("redirect_uri").equals(app.redirectUri());
    }

    /**
     * What the app did wrong, in the words of OAuth.
     *
     * @param proof whether it must prove itself by PKCE
     */
    Optional<String> fault(boolean proof) {
        if (!text("response_type").equals("code")) {
            return Optional.of("unsupported_response_type");
        }
        boolean proven = !proof && challenge().isEmpty()
                || text("code_challenge_method").equals("S256")
                        && CHALLENGE.matcher(text("code_challenge")).matches();
        return proven ? Optional.empty() : Optional.of("invalid_request");
    }

    Grants.Wish wish() {
        return new Grants.Wish(text("redirect_uri"), challenge(), text("scope"));
    }

    private Optional<String> challenge() {
        return Optional.ofNullable(parameters.get("code_challenge"));
    }

    /** Whom the app believes to be there. */
    Optional<Person> hint() {
        return People.sample(text("login_hint"));
    }

    List<String> scopes() {
        return List.of(text("scope").strip().split("\\s+")).stream()
                .filter(scope -> !scope.isEmpty())
                .toList();
    }

    /** Back to the app with an answer. */
    String answer(String name, String value) {
        Map<String, String> answer = new LinkedHashMap<>();
        answer.put(name, value);
        if (parameters.containsKey("state")) {
            answer.put("state", text("state"));
        }
        return text("redirect_uri") + "?" + query(answer);
    }

    String query() {
        return query(parameters);
    }

    private static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
