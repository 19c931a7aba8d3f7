package dev.yorozu.token.ledger;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.token.Access;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a ledger is written: {@code {"logins":{FAMILY:{…}},"strays":["JTI IAT EXP"]}}, times in milliseconds since 1970 and
 * those of access tokens in seconds.
 *
 * <p>An access token is one text, and so are all spent tokens of a login. The ledger is read and written with every rotation
 * and holds dozens of them for each login, and parsers are made for objects whose names are few and known: ids as names
 * would fill their tables of names.
 */
final class LedgerFormat {
    private static final String LOGINS = "logins";
    private static final String STRAYS = "strays";
    private static final String TOKEN = "token";
    private static final String BEGAN = "began";
    private static final String ISSUED = "issued";
    private static final String ENDS = "ends";
    private static final String SPENT = "spent";
    private static final String AT = "at";
    private static final String SUCCESSOR = "successor";
    private static final String REMEMBERED = "remembered";
    private static final String ACCESS = "access";
    private static final String ATTRIBUTES = "with";

    private LedgerFormat() {}

    static Bytes write(Ledger ledger) {
        Document.Builder logins = Document.builder();
        for (Line line : ledger.lines()) {
            logins.with(line.family(), line(line));
        }
        Document.Builder document = Document.builder().with(LOGINS, logins.build());
        if (!ledger.strays().isEmpty()) {
            document.with(STRAYS, access(ledger.strays()));
        }
        return document.build().bytes();
    }

    private static Document line(Line line) {
        Document.Builder document = Document.builder()
                .with(TOKEN, line.token())
                .with(BEGAN, line.beganAt().toEpochMilli())
                .with(ISSUED, line.issuedAt().toEpochMilli())
                .with(ENDS, line.endsAt().toEpochMilli())
                .with(ACCESS, access(line.access()))
                .with(ATTRIBUTES, line.attributes());
        if (line.spent().isPresent()) {
            Line.Spent spent = line.spent().get();
            document.with(
                            SPENT,
                            Document.builder()
                                    .with(TOKEN, spent.token())
                                    .with(AT, spent.at().toEpochMilli())
                                    .with(SUCCESSOR, spent.successor())
                                    .build())
                    .with(REMEMBERED, String.join(" ", line.remembered()));
        }
        return document.build();
    }

    private static List<String> access(List<Access> all) {
        List<String> texts = new ArrayList<>(all.size());
        for (Access each : all) {
            texts.add(each.id() + " " + each.issuedAt().getEpochSecond() + " "
                    + each.endsAt().getEpochSecond());
        }
        return texts;
    }

    /** The ledger in these bytes; what cannot be read in it counts as absent. */
    static Ledger read(Bytes stored) {
        Document document = Document.parse(stored).orElse(Document.empty());
        Document logins = document.document(LOGINS).orElse(Document.empty());
        List<Line> lines = new ArrayList<>();
        for (String family : logins.names()) {
            logins.document(family).flatMap(each -> line(family, each)).ifPresent(lines::add);
        }
        return new Ledger(lines, accesses(document.texts(STRAYS)));
    }

    private static Optional<Line> line(String family, Document document) {
        Optional<String> token = document.text(TOKEN);
        OptionalLong began = document.number(BEGAN);
        OptionalLong issued = document.number(ISSUED);
        OptionalLong ends = document.number(ENDS);
        if (token.isEmpty() || began.isEmpty() || issued.isEmpty() || ends.isEmpty()) {
            return Optional.empty();
        }
        Optional<Line.Spent> spent = document.document(SPENT).flatMap(LedgerFormat::spent);
        return Optional.of(new Line(
                family,
                token.get(),
                Instant.ofEpochMilli(began.getAsLong()),
                Instant.ofEpochMilli(issued.getAsLong()),
                Instant.ofEpochMilli(ends.getAsLong()),
                spent,
                remembered(document, spent),
                accesses(document.texts(ACCESS)),
                document.document(ATTRIBUTES).orElse(Document.empty())));
    }

    private static Optional<Line.Spent> spent(Document document) {
        Optional<String> token = document.text(TOKEN);
        OptionalLong at = document.number(AT);
        Optional<String> successor = document.text(SUCCESSOR);
        return token.isPresent() && at.isPresent() && successor.isPresent()
                ? Optional.of(new Line.Spent(token.get(), Instant.ofEpochMilli(at.getAsLong()), successor.get()))
                : Optional.empty();
    }

    /** A ledger of an earlier version remembers the last one only. */
    private static List<String> remembered(Document document, Optional<Line.Spent> spent) {
        Optional<String> all = document.text(REMEMBERED);
        if (all.isEmpty()) {
            return spent.map(Line.Spent::token).stream().toList();
        }
        return all.get().isEmpty() ? List.of() : List.of(all.get().split(" ", -1));
    }

    private static List<Access> accesses(List<String> texts) {
        List<Access> all = new ArrayList<>(texts.size());
        for (String text : texts) {
            access(text).ifPresent(all::add);
        }
        return all;
    }

    private static Optional<Access> access(String text) {
        int second = text.lastIndexOf(' ');
        int first = text.lastIndexOf(' ', second - 1);
        if (first < 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Access(
                    text.substring(0, first),
                    Instant.ofEpochSecond(Long.parseLong(text, first + 1, second, 10)),
                    Instant.ofEpochSecond(Long.parseLong(text, second + 1, text.length(), 10))));
        } catch (NumberFormatException | DateTimeException wrong) {
            return Optional.empty();
        }
    }
}
