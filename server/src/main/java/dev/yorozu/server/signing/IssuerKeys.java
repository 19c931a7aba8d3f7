package dev.yorozu.server.signing;

import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.jwt.SigningKeys;
import java.util.Optional;
import java.util.function.Supplier;

/** The keys that one system signs with now: given by its settings, or kept in a file of the data directory. */
public final class IssuerKeys implements Supplier<SigningKeys> {
    private final Supplier<Algorithm> algorithm;
    private final Supplier<SigningKeys> current;
    private final Supplier<Optional<SigningKeys>> rotation;

    private IssuerKeys(
            Supplier<Algorithm> algorithm, Supplier<SigningKeys> current, Supplier<Optional<SigningKeys>> rotation) {
        this.algorithm = algorithm;
        this.current = current;
        this.rotation = rotation;
    }

    /** Keys that an operator gave, and who alone can change them. */
    public static IssuerKeys given(Supplier<SigningKeys> keys) {
        return new IssuerKeys(() -> keys.get().newest().algorithm(), keys, Optional::empty);
    }

    static IssuerKeys kept(KeyFile file) {
        return new IssuerKeys(file::algorithm, file::current, () -> Optional.of(file.rotate()));
    }

    /** What the newest key signs with, which is known before there is one. */
    public Algorithm algorithm() {
        return algorithm.get();
    }

    @Override
    public SigningKeys get() {
        return current.get();
    }

    /**
     * Makes a new key that signs from now on; the older ones are accepted for as long as what they signed can live. Empty,
     * and nothing is done, when the keys are given by the settings: then the new one is to be given there too.
     */
    public Optional<SigningKeys> rotate() {
        return rotation.get();
    }
}
