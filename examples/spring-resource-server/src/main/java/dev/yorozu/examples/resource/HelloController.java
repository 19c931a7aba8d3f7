package dev.yorozu.examples.resource;

import java.util.Objects;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Greets whoever brings an access token that counts. */
@RestController
class HelloController {
    @GetMapping("/hello")
    String hello(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        Object name = Objects.requireNonNullElse(caller.getAttribute("username"), caller.getName());
        return "Hello " + name + " " + caller.getAuthorities();
    }
}
