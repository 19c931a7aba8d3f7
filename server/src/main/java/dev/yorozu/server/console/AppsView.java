package dev.yorozu.server.console;

import dev.yorozu.server.operate.apps.AppSummary;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.pages.Moment;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The apps, their credentials and settings.
 *
 * @param issued a secret that is shown this once
 * @param wrong why what was asked for cannot be done
 * @param draft what was sent and is not kept, so that nobody has to write it again
 */
public record AppsView(
        List<AppSummary> apps, Optional<Issued> issued, Optional<String> wrong, Draft draft, Instant now) {
    /**
     * Settings that were sent.
     *
     * @param app whose they are to be; empty for a new one
     */
    record Draft(String app, String settings) {
        static final Draft NONE = new Draft("", "");
    }

    static final String PATH = ConsoleModule.MOUNT + "/apps";

    /** Settings as people read and write them. */
    public String settings(AppSummary app) {
        return isDrafted(app) ? draft.settings() : kept(app);
    }

    /** Whether other settings were sent for it, and are not kept. */
    public boolean isDrafted(AppSummary app) {
        return draft.app().equals(app.name());
    }

    /** The settings that were sent for a new one. */
    public String newSettings() {
        return draft.app().isEmpty() ? draft.settings() : "";
    }

    private static String kept(AppSummary app) {
        return OperateJson.parse(app.settings().getBytes(StandardCharsets.UTF_8))
                .toPrettyString();
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
