package dev.yorozu.server.systems.nostalgic.pages;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.store.StoreException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services that the first page shows as living examples: those of one made-up site. Whoever wants to show some makes
 * them for that site, as a demonstration does; where there are none, drawings take their place.
 */
public final class Showcase {
    /** A site under a name that is set aside for examples. */
    public static final SiteUrl SITE =
            SiteUrl.parse("https://nostalgic.example/", false).orElseThrow();

    private final List<Services> services;

    /** Looks among these services, at every call anew. */
    public Showcase(List<Services> services) {
        this.services = List.copyOf(services);
    }

    /** The ids of the examples that are there. */
    Map<Gadget, String> ids() {
        Map<Gadget, String> ids = new EnumMap<>(Gadget.class);
        for (Gadget gadget : Gadget.values()) {
            find(gadget).ifPresent(service -> ids.put(gadget, service.id()));
        }
        return ids;
    }

    /** Examples adorn a page: one that cannot be read is as good as none, and no reason to refuse the page. */
    private Optional<Service> find(Gadget gadget) {
        try {
            return services.stream()
                    .filter(each -> each.kind() == gadget.kind())
                    .flatMap(each -> each.find(SITE).stream())
                    .findFirst();
        } catch (StoreException away) {
            return Optional.empty();
        }
    }
}
