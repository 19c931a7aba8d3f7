package dev.yorozu.server.demo.provider;

import dev.yorozu.secret.Digests;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** The people of the practice provider: a few that everybody knows, and whoever types a name. Kept nowhere. */
public final class People {
    static final int LONGEST_NAME = 32;

    public static final Person HANA = new Person("180000000000000001", "Hana");
    public static final Person REN = new Person("180000000000000002", "Ren");
    public static final Person SORA = new Person("180000000000000003", "Sora");
    public static final Person MIO = new Person("180000000000000004", "Mio");
    public static final List<Person> SAMPLES = List.of(HANA, REN, SORA, MIO);

    private static final BigInteger IDS = BigInteger.TEN.pow(17);

    private People() {}

    public static Optional<Person> sample(String id) {
        return SAMPLES.stream().filter(person -> person.id().equals(id)).findFirst();
    }

    /** The person of a typed name, the same each time it is typed; empty when nothing can be read in it. */
    static Optional<Person> named(String typed) {
        String name = typed.replaceAll("\\p{C}", " ").strip().replaceAll("\\s+", " ");
        int end = name.offsetByCodePoints(0, Math.min(LONGEST_NAME, name.codePointCount(0, name.length())));
        String shown = name.substring(0, end).strip();
        return shown.isEmpty() ? Optional.empty() : Optional.of(new Person(id(shown), shown));
    }

    /** Eighteen digits, as the ids of Discord's people have. */
    private static String id(String name) {
        BigInteger digest = new BigInteger(1, Digests.sha256("practice person " + name));
        return "9%017d".formatted(digest.mod(IDS));
    }
}
