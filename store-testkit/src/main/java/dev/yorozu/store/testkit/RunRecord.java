package dev.yorozu.store.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down what each test played, where the system property {@code yorozu.test.record} names a file: a line for each test
 * with its class, its store, its rounds, its seed and whether it failed, with tabs between them.
 *
 * <p>Tests run one after the other in a process, so what is told between a test's start and its end is its own.
 */
public final class RunRecord implements TestExecutionListener {
    private static volatile int rounds;
    private static volatile String seed = "";

    private @Nullable TestPlan plan;

    static void rounds(int played) {
        rounds = Math.max(rounds, played);
    }

    static void seed(long drawn) {
        seed = Long.toString(drawn);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier started) {
        if (started.isTest()) {
            rounds = 0;
            seed = "";
        }
    }

    @Override
    public void executionFinished(TestIdentifier finished, TestExecutionResult result) {
        String file = System.getProperty("yorozu.test.record", "");
        boolean failed = result.getStatus() == Status.FAILED;
        if (!file.isEmpty() && (finished.isTest() || failed)) {
            write(Path.of(file), finished, failed);
        }
    }

    private void write(Path file, TestIdentifier test, boolean failed) {
        String line = String.join(
                "\t", suite(test), store(test).orElse(""), "" + (test.isTest() ? rounds : 0), seed, failed ? "1" : "0");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write what was played", e);
        }
    }

    /** The class that was chosen to run: the outermost one, whatever parts it has. */
    private static String suite(TestIdentifier test) {
        return test.getUniqueIdObject().getSegments().stream()
                .filter(segment -> segment.getType().startsWith("class"))
                .map(UniqueId.Segment::getValue)
                .findFirst()
                .orElseGet(() -> test.getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(source -> ((MethodSource) source).getClassName())
                        .orElse(test.getDisplayName()));
    }

    /** What the suite is run on, where it is run on several. */
    private Optional<String> store(TestIdentifier test) {
        for (Optional<TestIdentifier> at = Optional.of(test);
                at.isPresent();
                at = at.flatMap(current -> plan == null ? Optional.empty() : plan.getParent(current))) {
            if (at.get().getUniqueIdObject().getLastSegment().getType().equals("class-template-invocation")) {
                return Optional.of(at.get().getDisplayName());
            }
        }
        return Optional.empty();
    }
}
