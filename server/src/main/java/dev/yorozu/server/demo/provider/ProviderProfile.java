package dev.yorozu.server.demo.provider;

import java.util.List;

/**
 * A part that the practice provider plays.
 *
 * @param name the name that texts have for it
 * @param mount where it answers
 * @param app the one app that it knows
 * @param proof whether the app must prove, by PKCE, that who ends a sign-in began it
 * @param people who is offered to whoever is asked who they are
 */
public record ProviderProfile(String name, String mount, PracticeApp app, boolean proof, List<Offer> people) {
    /**
     * Somebody who is offered.
     *
     * @param note what is worth knowing of them; empty for nothing
     */
    public record Offer(Person person, String note) {}
}
