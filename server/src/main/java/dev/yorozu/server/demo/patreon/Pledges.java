package dev.yorozu.server.demo.patreon;

import dev.yorozu.server.demo.provider.Bounded;
import dev.yorozu.server.demo.provider.People;
import dev.yorozu.server.demo.provider.Person;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Who pays what at the practice campaign: of the sample people one for each tier and one who pays nothing, and whoever
 * types a name pays nothing at first. In memory and bounded, so that a new start begins anew. Safe for use by any number of
 * threads.
 */
final class Pledges {
    private static final Map<Person, Tier> SAMPLES =
            Map.of(People.HANA, Tier.PRO, People.REN, Tier.PREMIUM, People.SORA, Tier.ULTIMATE);

    private final InstantSource clock;
    private final Instant begun;
    private final Map<String, Pledge> changed = new Bounded<>(1_000);
    private final Map<String, Person> strangers = new Bounded<>(1_000);

    Pledges(InstantSource clock) {
        this.clock = clock;
        this.begun = now();
    }

    /**
     * A pledge after something happened to it.
     *
     * @param event what Patreon calls that
     */
    record Change(String event, Pledge pledge) {}

    /** What somebody pays; empty for who never did. */
    synchronized Optional<Pledge> of(Person person) {
        return Optional.ofNullable(changed.get(person.id()))
                .or(() -> Optional.ofNullable(SAMPLES.get(person)).map(tier -> Pledge.first(tier, begun)));
    }

    /** Keeps in mind who was here, for those whom only their name made. */
    synchronized void met(Person person) {
        strangers.put(person.id(), person);
    }

    /** One of the samples, or who was met. */
    synchronized Optional<Person> find(String id) {
        return People.sample(id).or(() -> Optional.ofNullable(strangers.get(id)));
    }

    /** Lets something happen; empty when it cannot happen to somebody who pays nothing. */
    synchronized Optional<Change> change(Person person, PledgeChange happening) {
        Optional<Pledge> before = of(person);
        Optional<Change> change = switch (happening) {
            case PRO -> Optional.of(pays(before, Tier.PRO));
            case PREMIUM -> Optional.of(pays(before, Tier.PREMIUM));
            case ULTIMATE -> Optional.of(pays(before, Tier.ULTIMATE));
            case DECLINE ->
                before.filter(Pledge::isActive)
                        .map(pledge -> new Change("members:pledge:update", pledge.declined(now())));
            case LEAVE ->
                before.filter(pledge -> !pledge.isOver())
                        .map(pledge -> new Change("members:pledge:delete", pledge.left()));
        };
        change.ifPresent(made -> changed.put(person.id(), made.pledge()));
        return change;
    }

    private Change pays(Optional<Pledge> before, Tier tier) {
        boolean anew = before.filter(pledge -> !pledge.isOver()).isEmpty();
        return new Change(
                anew ? "members:pledge:create" : "members:pledge:update",
                before.map(pledge -> pledge.paid(tier, now())).orElseGet(() -> Pledge.first(tier, now())));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
