package dev.yorozu.examples.invitations;

import dev.yorozu.keyspace.Alphabet;
import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.KeyTable;
import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.Part;
import java.time.Duration;

/** The keys of invitations. */
final class InvitationKeys {
    static final KeyTable TABLE = new KeyTable("invitations");

    static final KeyPattern INVITATION = TABLE.key(
                    Category.SIGN_IN,
                    "invitation:{code}",
                    Part.of("code", Alphabet.BASE64URL, 43).asSecret())
            .lives(Lifetime.of(Duration.ofDays(7), "accepted once"))
            .holds("the name of an invited guest");

    private InvitationKeys() {}
}
