package dev.yorozu.bench.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Signs in without any proof, and says who is signed in, by the path and in the words of Yorozu. */
@RestController
class SessionController {
    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String AVATAR = "avatar";

    record User(String id, String name, String avatar) {}

    record SignedIn(boolean ok, boolean loggedIn, User user) {}

    record Refusal(boolean ok, String error) {}

    @PostMapping("/sign-in")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void signIn(
            HttpServletRequest request,
            @RequestParam(ID) String id,
            @RequestParam(NAME) String name,
            @RequestParam(AVATAR) String avatar) {
        HttpSession session = request.getSession();
        session.setAttribute(ID, id);
        session.setAttribute(NAME, name);
        session.setAttribute(AVATAR, avatar);
    }

    @GetMapping("/discord/api/discord/me")
    ResponseEntity<Object> me(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            return ResponseEntity.status(HttpStatus.UNAUTHORIZED).body(new Refusal(false, "no session"));
        }
        User user = new User(text(session, ID), text(session, NAME), text(session, AVATAR));
        return ResponseEntity.ok(new SignedIn(true, true, user));
    }

    private static String text(HttpSession session, String attribute) {
        return (String) session.getAttribute(attribute);
    }
}
