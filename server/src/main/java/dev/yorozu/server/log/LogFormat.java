package dev.yorozu.server.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** How an event becomes one line. No event, whatever it holds, becomes more than one. */
public enum LogFormat {
    JSON {
        @Override
        String line(LogEvent event) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("time", TIME.format(event.time().atOffset(ZoneOffset.UTC)));
            switch (event) {
                case LogEvent.Access access -> put(access, fields);
                case LogEvent.Traced traced -> {
                    put(traced.access(), fields);
                    fields.put("trace", traced.trace());
                }
                case LogEvent.Message message -> {
                    fields.put("level", message.level());
                    fields.put("logger", message.logger());
                    fields.put("message", message.text());
                    message.thrown().ifPresent(thrown -> fields.put("stack", stack(thrown)));
                }
            }
            return MAPPER.writeValueAsString(fields);
        }

        private void put(LogEvent.Access access, Map<String, Object> fields) {
            fields.put("level", access.level());
            fields.put("event", "request");
            fields.put("id", access.id());
            fields.put("method", access.method());
            fields.put("route", access.route());
            fields.put("status", access.status());
            fields.put("bytes", access.bytes());
            fields.put("millis", millis(access));
        }
    },
    TEXT {
        @Override
        String line(LogEvent event) {
            String time = TIME.format(event.time().atOffset(ZoneOffset.UTC));
            return switch (event) {
                case LogEvent.Access access -> request(time, access);
                case LogEvent.Traced traced -> request(time, traced.access()) + " trace=" + traced.trace();
                case LogEvent.Message message ->
                    oneLine("%s %s %s%s"
                            .formatted(
                                    time,
                                    message.level(),
                                    message.text(),
                                    message.thrown()
                                            .map(thrown -> " | " + stack(thrown))
                                            .orElse("")));
            };
        }

        private String request(String time, LogEvent.Access access) {
            return oneLine("%s %s request %s %s %d %dB %.3fms %s"
                    .formatted(
                            time,
                            access.level(),
                            access.method(),
                            access.route(),
                            access.status(),
                            access.bytes(),
                            millis(access),
                            access.id()));
        }
    };

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
    private static final JsonMapper MAPPER = JsonMapper.shared();

    abstract String line(LogEvent event);

    private static double millis(LogEvent.Access access) {
        return Math.round(access.nanos() / 1_000.0) / 1_000.0;
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** Escapes everything that a terminal or a line reader would act upon. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (Character.getType(c)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE -> line.append(c == '\n' ? "\\n" : "\\u%04x".formatted(c));
                default -> line.appendCodePoint(c);
            }
        });
        return line.toString();
    }
}
