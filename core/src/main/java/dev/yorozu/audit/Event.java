package dev.yorozu.audit;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One thing that happened.
 *
 * <p>Nothing in it grants access: a token appears only shortened. Texts are cut to a bounded length, and control
 * characters in them are replaced, because they may come from a client and will be shown to a person.
 *
 * @param at kept to the millisecond
 * @param system where it happened, such as {@code discord}
 * @param action what was done: {@code issue}, {@code resolve}, {@code refuse}, {@code delete}, {@code expire}, {@code
 *     sign-in}, …
 * @param user the one that did it, where that is known
 * @param client a digest of the address it came from, where one is kept
 * @param subject what it was done to, shortened
 * @param reference ties the events of one thing together, and opens nothing
 * @param outcome {@code ok}, or why it was refused
 */
public record Event(
        Instant at,
        Kind kind,
        String system,
        String action,
        Optional<String> user,
        Optional<String> client,
        String subject,
        String reference,
        String outcome) {
    static final String EXPIRE = "expire";
    static final String OK = "ok";

    private static final int LONGEST = 128;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Cs}]");

    public Event {
        at = Instant.ofEpochMilli(at.toEpochMilli());
        system = clean(system);
        action = clean(action);
        user = user.map(Event::clean);
        client = client.map(Event::clean);
        subject = clean(subject);
        reference = clean(reference);
        outcome = clean(outcome);
    }

    /** An event that went well, of no known user; the methods below add what is known. */
    public static Event of(Instant at, Kind kind, String system, String action) {
        return new Event(at, kind, system, action, Optional.empty(), Optional.empty(), "", "", OK);
    }

    public Event by(Optional<String> who) {
        return new Event(at, kind, system, action, who, client, subject, reference, outcome);
    }

    public Event from(String clientDigest) {
        return new Event(at, kind, system, action, user, Optional.of(clientDigest), subject, reference, outcome);
    }

    /** @param shown what it is about, already shortened */
    public Event about(String shown, String tie) {
        return new Event(at, kind, system, action, user, client, shown, tie, outcome);
    }

    public Event ending(String result) {
        return new Event(at, kind, system, action, user, client, subject, reference, result);
    }

    /** The end that comes by itself to what this event began: the same for every event of the same thing. */
    Event expiry(Instant ends) {
        return new Event(ends, kind, system, EXPIRE, user, Optional.empty(), subject, reference, OK);
    }

    /**
     * As it lies in the store.
     *
     * @param id tells two events apart that are alike in all else
     */
    Bytes bytes(String id) {
        return Document.empty()
                .with("at", at.toEpochMilli())
                .with("system", system)
                .with("action", action)
                .withIfPresent("user", user)
                .withIfPresent("client", client)
                .with("subject", subject)
                .with("ref", reference)
                .with("outcome", outcome)
                .with("id", id)
                .bytes();
    }

    /** Empty for what this version of the product cannot read. */
    static Optional<Event> read(Kind kind, Bytes stored) {
        return Document.parse(stored)
                .filter(document -> document.number("at").isPresent())
                .map(document -> new Event(
                        Instant.ofEpochMilli(document.number("at").getAsLong()),
                        kind,
                        document.text("system").orElse(""),
                        document.text("action").orElse(""),
                        document.text("user"),
                        document.text("client"),
                        document.text("subject").orElse(""),
                        document.text("ref").orElse(""),
                        document.text("outcome").orElse("")));
    }

    private static String clean(String text) {
        String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST);
        return CONTROL.matcher(cut).replaceAll("?");
    }
}
