package dev.yorozu.server.systems.patreon;

import dev.yorozu.json.Document;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Patrons;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Json;
import dev.yorozu.server.http.KeptText;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JacksonException;

/**
 * Takes what programs tell of their crashes, each report once. What a report is of no use without must be there and well-formed; a message
 * may be empty, because some exceptions have none. What merely grew too long is cut, because the beginning of a log is
 * worth more than none.
 *
 * @param window counts reports, each of which stays counted until it is a minute old
 */
record CrashRoutes(Gate<Authenticated> gate, Settings settings, RecordedWindow window, Patrons patrons) {
    /** Room for the longest fields in any script, and for logs that are cut. */
    private static final int MOST_BYTES = 1 << 20;

    static final int LONGEST_LOGS = 102_400;
    private static final int LONGEST_TRACE = 65_536;
    private static final int LONGEST_SYSTEM = 16_384;
    private static final int LONGEST_MESSAGE = 10_000;
    private static final int LONGEST_TIME = 64;
    private static final int LONGEST_VERSION = 200;
    private static final int UUID_LENGTH = 36;

    void declare(Routes routes) {
        WindowPolicy rate = PatreonSettings.rate(settings, PatreonSettings.CRASH_RATE, "crash-report");
        routes.post("/api/crash-report", gate.open(call -> report(call, rate)));
    }

    private Reply report(Call call, WindowPolicy rate) throws IOException {
        Client client = gate.client(call);
        gate.require(window.check(rate, client.subject()));
        CrashReport report = read(Fields.ofAnyText(call, MOST_BYTES), client);
        String message = patrons.keep(report) ? "Crash report received" : "Crash report already received";
        return PatreonJson.reply(new PatreonJson.Reported(true, report.id().toString(), message));
    }

    /** Ends the call with status 400 and the name of what is missing or malformed. */
    private static CrashReport read(Fields fields, Client client) {
        String id = fields.required("report_id", UUID_LENGTH);
        Optional<UUID> uuid = uuid(id);
        fields.isFine("report_id", uuid.isPresent(), "must be a UUID");
        String time = fields.required("crash_timestamp", LONGEST_TIME);
        fields.isFine("crash_timestamp", isTime(time), "must be a time such as 2026-11-16T12:00:00Z");
        Optional<String> message = fields.cut("error_message", LONGEST_MESSAGE);
        fields.isFine("error_message", fields.has("error_message"), "is required");
        String appVersion = fields.required("app_version", LONGEST_VERSION);
        String osVersion = fields.required("os_version", LONGEST_VERSION);
        Optional<String> trace = fields.cut("stack_trace", LONGEST_TRACE);
        Optional<String> system = system(fields);
        Optional<String> logs = fields.cut("logs", LONGEST_LOGS);
        fields.check();
        return new CrashReport(
                uuid.orElseThrow(), time, message.orElse(""), appVersion, osVersion, trace, system, logs, client.id());
    }

    private static Optional<UUID> uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equalsIgnoreCase(text) ? Optional.of(uuid) : Optional.empty();
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException withoutOffset) {
            return isLocalTime(text);
        }
    }

    private static boolean isLocalTime(String text) {
        try {
            LocalDateTime.parse(text);
            return true;
        } catch (DateTimeException malformed) {
            return false;
        }
    }

    /** An object stays one unless it is too long; then, as of a text, its beginning is kept as a text. */
    private static Optional<String> system(Fields fields) {
        Optional<Document> object = fields.document("system_info");
        if (object.isEmpty()) {
            return fields.cut("system_info", LONGEST_SYSTEM).map(Json::text);
        }
        try {
            String json = new String(object.get().json(), StandardCharsets.UTF_8);
            return Optional.of(json.length() <= LONGEST_SYSTEM ? json : Json.text(KeptText.cut(json, LONGEST_SYSTEM)))
                    .map(CrashRoutes::withoutNul);
        } catch (JacksonException halfCharacter) {
            fields.isFine("system_info", false, "holds characters that are none");
            return Optional.empty();
        }
    }

    /** Databases refuse the character that ends texts elsewhere, also where JSON spells it out. */
    private static String withoutNul(String json) {
        return json.replaceAll("(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000", "$1\\\\ufffd");
    }
}
