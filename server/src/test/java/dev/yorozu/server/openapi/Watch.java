package dev.yorozu.server.openapi;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import dev.yorozu.json.Document;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.http.listener.Dispatches;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.matcher.ElementMatcher;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Holds all that servers in the process of the tests answer, and all that they look for in requests, against the documents of
 * OpenAPI. A test fails when an answer during it is none that is described. JUnit finds this class by itself, for every test.
 *
 * <p>It sees them within the server, by an agent, because the tests speak to servers with many clients, and because no client sees
 * what a server reads. The program itself has no place for such a look.
 */
public final class Watch implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, Dispatches.Observer {
    private static final ThreadLocal<Optional<Operation>> CURRENT = ThreadLocal.withInitial(Optional::empty);
    private static final Queue<String> WRONG = new ConcurrentLinkedQueue<>();
    private static final Map<Settings, Map<String, String>> MOUNTS = new ConcurrentHashMap<>();
    private static boolean installed;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        install();
    }

    private static synchronized void install() throws ClassNotFoundException {
        if (!installed) {
            installed = true;
            ByteBuddyAgent.install();
            Dispatches.places().forEach(Watch::look);
            look(
                    Call.class,
                    Map.of("query", Reads.Query.class, "header", Reads.Header.class, "headers", Reads.Header.class));
            look(Form.class, Map.of("field", Reads.Field.class, "text", Reads.Field.class));
            look(
                    dev.yorozu.server.http.Fields.class,
                    Map.of("sent", Reads.Field.class, "documents", Reads.Field.class, "texts", Reads.Field.class));
            look(
                    Class.forName("dev.yorozu.server.systems.nostalgic.Parameters"),
                    Map.of(
                            "sent", Reads.Field.class,
                            "findInBody", Reads.Field.class,
                            "documents", Reads.Field.class,
                            "list", Reads.Fields.class));
            look(
                    Class.forName("dev.yorozu.server.operate.transport.RequestReader"),
                    Map.of("read", Reads.Components.class));
            look(
                    Document.class,
                    Map.of("text", Reads.Member.class, "number", Reads.Member.class, "real", Reads.Member.class));
            Dispatches.observe(new Watch());
        }
    }

    private static void look(Class<?> place, Map<String, Class<?>> methods) {
        DynamicType.Builder<?> changed = new ByteBuddy().redefine(place);
        for (Map.Entry<String, Class<?>> each : methods.entrySet()) {
            changed = changed.visit(Advice.to(each.getValue()).on(method(each.getKey(), each.getValue())));
        }
        try (DynamicType.Unloaded<?> made = changed.make()) {
            made.load(place.getClassLoader(), ClassReloadingStrategy.fromInstalledAgent());
        }
    }

    /** The methods of this name that have the first argument which the advice asks for. */
    private static ElementMatcher<? super MethodDescription> method(String name, Class<?> advice) {
        ElementMatcher.Junction<MethodDescription> named = name.equals("<init>") ? isConstructor() : named(name);
        return Stream.of(advice.getDeclaredMethods())
                .flatMap(method -> Stream.of(method.getParameters()))
                .filter(parameter -> parameter.isAnnotationPresent(Advice.Argument.class))
                .map(parameter -> named.and(takesArgument(0, parameter.getType())))
                .findFirst()
                .orElse(named);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        requireRight();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        requireRight();
    }

    private static void requireRight() {
        if (!WRONG.isEmpty()) {
            TreeSet<String> wrong = new TreeSet<>(WRONG);
            WRONG.clear();
            throw new AssertionError("What the server did is not what server/src/main/resources/…/openapi/*.yaml say:\n"
                    + String.join("\n", wrong));
        }
    }

    @Override
    public void began(Settings settings, String method, Route route) {
        CURRENT.set(isOurs(route) ? find(settings, method, route.pattern()) : Optional.empty());
    }

    /** Tests have stand-ins at the addresses of systems. */
    private static boolean isOurs(Route route) {
        return !route.endpoint()
                .getClass()
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .contains("test-classes");
    }

    private static Optional<Operation> find(Settings settings, String method, String pattern) {
        String asked = method.equals("HEAD") ? "GET" : method;
        return MOUNTS.computeIfAbsent(settings, Watch::mounts).entrySet().stream()
                .flatMap(mount -> Operation.find(mount.getKey(), mount.getValue(), asked, pattern).stream())
                .findFirst();
    }

    /** Of every interface that there is, those that run first. */
    private static Map<String, String> mounts(Settings settings) {
        Map<String, String> mounts = new LinkedHashMap<>(Systems.interfaces(settings));
        Systems.ALL.forEach(system -> mounts.putIfAbsent(system.name(), settings.value(system.mount())));
        return mounts;
    }

    @Override
    public void answered(Reply reply) {
        CURRENT.get().ifPresent(operation -> WRONG.addAll(operation.judge(reply)));
    }

    @Override
    public void ended() {
        CURRENT.remove();
    }

    /** An endpoint looks for a name in its request. */
    public static void read(String where, String name) {
        CURRENT.get().ifPresent(operation -> WRONG.addAll(operation.reads(where, name)));
    }

    /** An endpoint looks for the names of all components of a record. */
    public static void readAll(Class<?> type) {
        Stream.of(type.getRecordComponents()).forEach(component -> read("field", component.getName()));
    }

    /** An endpoint looks for a name in a JSON object, which may be that of its request. */
    public static void looked(String name) {
        CURRENT.get().ifPresent(operation -> operation.looked(name));
    }
}
