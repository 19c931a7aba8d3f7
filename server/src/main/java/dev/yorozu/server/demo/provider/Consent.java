package dev.yorozu.server.demo.provider;

import java.util.List;
import java.util.Map;

/**
 * What the consent page shows.
 *
 * @param part the name that texts have for the part that is played
 * @param hidden what its form sends back unseen
 * @param tempers how the tokens may behave, the usual first
 */
public record Consent(
        String part,
        String action,
        Map<String, String> hidden,
        List<String> scopes,
        List<ProviderProfile.Offer> people,
        List<String> tempers) {}
