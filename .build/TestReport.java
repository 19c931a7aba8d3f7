import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What the test command prints at its end, read from what the tests left in the modules' target directories: the slowest
 * classes, the total and what failed; after a long run also what was played how often. It ends with 1 when a test failed or,
 * outside long runs, when a class took longer than a class may.
 *
 * <p>Arguments: {@code few}, {@code share} or {@code all}.
 */
final class TestReport {
    private static final int SLOWEST = 10;
    private static final double MOST_SECONDS = 30;
    private static final int LINES_OF_A_FAILURE = 12;

    private record Timed(
            String module, String name, double seconds, int tests, int failures, int skipped, List<String> failed) {}

    /** All tests of one class on one store. */
    private static final class Played {
        int tests;
        long rounds;
        int failures;
        String seed = "";
    }

    public static void main(String[] arguments) throws Exception {
        boolean isLong = !arguments[0].equals("few");
        List<Timed> classes = classes();
        if (classes.isEmpty()) {
            System.out.println("No test ran.");
            System.exit(1);
        }
        int failures = classes.stream().mapToInt(Timed::failures).sum();
        if (isLong) {
            printPlayed(played());
        }
        printSlowest(classes);
        System.out.printf(
                Locale.ROOT,
                "%n%,d tests in %,d classes, %,d failed, %,d skipped; %s of tests%n",
                classes.stream().mapToInt(Timed::tests).sum(),
                classes.size(),
                failures,
                classes.stream().mapToInt(Timed::skipped).sum(),
                minutes(classes.stream().mapToDouble(Timed::seconds).sum()));
        classes.forEach(timed -> timed.failed().forEach(System.out::println));
        double most = MOST_SECONDS * load();
        List<Timed> slow = isLong
                ? List.of()
                : classes.stream().filter(timed -> timed.seconds() > most).toList();
        for (Timed timed : slow) {
            System.out.printf(
                    Locale.ROOT,
                    "%s took %.0f s, and a class may take %.0f s outside long runs (%.0f s on this busy machine): make it "
                            + "cheaper, divide it, or leave its rounds to ./test --long.%n",
                    timed.name(),
                    timed.seconds(),
                    MOST_SECONDS,
                    most);
        }
        System.exit(failures == 0 && slow.isEmpty() ? 0 : 1);
    }

    /**
     * How many wanted each processor while tests ran, which is the busier half of a run: at its beginning it compiles. 1 where
     * nobody had to wait for one.
     */
    private static double load() throws IOException {
        Path samples = Path.of("target", "load.txt");
        if (!Files.exists(samples)) {
            return 1;
        }
        double[] sorted = Files.readAllLines(samples).stream()
                .mapToDouble(Double::parseDouble)
                .sorted()
                .toArray();
        double average =
                Arrays.stream(sorted, sorted.length / 2, sorted.length).average().orElse(0);
        return Math.max(1, average / Runtime.getRuntime().availableProcessors());
    }

    private static void printSlowest(List<Timed> classes) {
        System.out.printf("%nThe %d slowest classes:%n", Math.min(SLOWEST, classes.size()));
        classes.stream()
                .sorted(Comparator.comparingDouble(Timed::seconds).reversed())
                .limit(SLOWEST)
                .forEach(timed -> System.out.printf(
                        Locale.ROOT, "%8.1f s  %-14s %s%n", timed.seconds(), timed.module(), timed.name()));
    }

    private static void printPlayed(Map<String, Played> played) {
        String row = "%-62s %-16s %11s %9s  %s%n";
        System.out.printf(row, "suite", "store", "rounds", "failures", "seed");
        Played others = new Played();
        int suites = 0;
        for (Map.Entry<String, Played> each : played.entrySet()) {
            Played of = each.getValue();
            if (of.rounds == 0 && of.failures == 0) {
                others.tests += of.tests;
                suites++;
                continue;
            }
            String[] name = each.getKey().split("\t", -1);
            System.out.printf(Locale.ROOT, row, name[0], name[1], number(of.rounds), of.failures, of.seed);
        }
        System.out.printf("%,d further suites, of %,d tests that repeat nothing: no failure%n", suites, others.tests);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String minutes(double seconds) {
        return String.format(Locale.ROOT, "%d min %02d s", (long) seconds / 60, (long) seconds % 60);
    }

    private static List<Path> files(String directory, String suffix) throws IOException {
        try (Stream<Path> modules = Files.walk(Path.of("."), 5)) {
            return modules.filter(path -> path.getParent() != null && path.getParent().endsWith("target/" + directory))
                    .filter(path -> path.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static List<Timed> classes() throws Exception {
        List<Timed> classes = new ArrayList<>();
        DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
        for (Path file : files("surefire-reports", ".xml")) {
            Element suite = documents.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
            classes.add(new Timed(
                    file.getParent().getParent().getParent().getFileName().toString(),
                    suite.getAttribute("name").replaceFirst("^dev\\.yorozu\\.", ""),
                    Double.parseDouble(suite.getAttribute("time").replace(",", "")),
                    number(suite, "tests"),
                    number(suite, "failures") + number(suite, "errors"),
                    number(suite, "skipped"),
                    failed(suite)));
        }
        return classes;
    }

    /** Each test that failed, with the beginning of why: whoever sees only the end of the output learns it there. */
    private static List<String> failed(Element suite) {
        List<String> failed = new ArrayList<>();
        for (String kind : List.of("failure", "error")) {
            NodeList reasons = suite.getElementsByTagName(kind);
            for (int at = 0; at < reasons.getLength(); at++) {
                Element reason = (Element) reasons.item(at);
                Element test = (Element) reason.getParentNode();
                failed.add("%nFailed: %s.%s%n%s"
                        .formatted(
                                test.getAttribute("classname"),
                                test.getAttribute("name"),
                                reason.getTextContent()
                                        .lines()
                                        .limit(LINES_OF_A_FAILURE)
                                        .map(line -> "    " + line)
                                        .collect(Collectors.joining(System.lineSeparator()))));
            }
        }
        return failed;
    }

    private static int number(Element suite, String name) {
        return Integer.parseInt(suite.getAttribute(name));
    }

    private static Map<String, Played> played() throws IOException {
        Map<String, Played> played = new TreeMap<>();
        for (Path file : files("played", ".tsv")) {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split("\t", -1);
                String suite = fields[0].replaceFirst("^dev\\.yorozu\\.", "");
                Played of = played.computeIfAbsent(suite + "\t" + fields[1], name -> new Played());
                of.tests++;
                of.rounds += Long.parseLong(fields[2]);
                of.seed = fields[3].isEmpty() ? of.seed : fields[3];
                of.failures += Integer.parseInt(fields[4]);
            }
        }
        return played;
    }
}
