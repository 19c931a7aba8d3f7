package dev.yorozu.server.console;

import dev.yorozu.credential.Permission;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.credentials.CredentialSummary;
import dev.yorozu.server.operate.doors.DoorOperations;
import dev.yorozu.server.pages.Moment;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The doors, what their clients wrote against the declared keyspace, and the credentials.
 *
 * @param issued a secret that is shown this once
 * @param wrong why what was asked for cannot be done
 */
public record DoorsView(
        DoorOperations.Report report,
        List<CredentialSummary> credentials,
        Optional<Issued> issued,
        Optional<String> wrong,
        Instant now) {
    static final String PATH = ConsoleModule.MOUNT + "/doors";

    /** The doors that there can be. */
    private static final List<String> NAMES = List.of("redis", "upstash", "cloudflare");

    /** The names of those that are not open. */
    public List<String> closed() {
        return NAMES.stream()
                .filter(name ->
                        report.doors().stream().noneMatch(door -> door.name().equals(name)))
                .toList();
    }

    public List<String> permissions() {
        return Stream.of(Permission.values()).map(Permission::word).toList();
    }

    /** Whether a new credential may do this unless the operator says otherwise. */
    public boolean isUsual(String permission) {
        return !permission.equals(Permission.DANGEROUS.word());
    }

    public Moment moment(Instant instant) {
        return new Moment(instant, now);
    }

    public String path(String below) {
        return PATH + below;
    }

    public String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
