package dev.yorozu.server.demo;

import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Quotas;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.demo.patreon.Spending;
import dev.yorozu.server.demo.provider.People;
import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What the sample people used of their quotas, and how more of it is used. */
final class SamplePatrons implements Spending {
    private static final Duration BONUS_LIFE = Duration.ofDays(60);
    private static final List<Sample> SAMPLES = List.of(
            new Sample(People.HANA, 3_420_000, 0),
            new Sample(People.REN, 14_900_000, 2_000_000),
            new Sample(People.SORA, 51_200_000, 5_000_000),
            new Sample(People.MIO, 120_000, 500_000));

    private final DirectoryOnDemand directory;
    private final Patrons patrons;
    private final Quotas quotas;
    private final RandomTokens random;
    private final InstantSource clock;

    /** @param directory stays the caller's, who closes it after the last is spent */
    SamplePatrons(Store store, DirectoryOnDemand directory, RandomTokens random, InstantSource clock) {
        this.directory = directory;
        this.patrons = directory.patrons();
        this.quotas = new Quotas(store, patrons, random, clock);
        this.random = random;
        this.clock = clock;
    }

    private record Sample(Person person, long used, long bonus) {}

    /**
     * Sees to it that everybody has used something this month.
     *
     * @param first whether nobody has bonuses yet
     */
    void fill(boolean first) {
        Instant now = clock.instant();
        for (Sample sample : SAMPLES) {
            patrons.link(sample.person().id(), Optional.empty())
                    .map(ProfileLink::profile)
                    .ifPresent(found -> {
                        patrons.spend(once(found), found, sample.used(), now);
                        if (first && sample.bonus() > 0) {
                            directory.grantBonus(found, sample.bonus(), now.plus(BONUS_LIFE));
                        }
                    });
        }
    }

    /** One id for each profile and month, so that a later start spends nothing again. */
    private UUID once(String profile) {
        String name = "practice usage " + profile + " " + quotas.month();
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean spend(String user, long tokens) {
        Optional<String> profile = patrons.profile(user);
        profile.ifPresent(found -> {
            patrons.spend(UUID.nameUUIDFromBytes(random.bytes(16)), found, tokens, clock.instant());
            quotas.forget(found);
        });
        return profile.isPresent();
    }
}
