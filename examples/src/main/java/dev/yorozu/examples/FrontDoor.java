package dev.yorozu.examples;

import dev.yorozu.AppTokens;
import dev.yorozu.Links;
import dev.yorozu.LoadingCache;
import dev.yorozu.NamedBoards;
import dev.yorozu.NamedCounters;
import dev.yorozu.NamedLikes;
import dev.yorozu.NamedRankings;
import dev.yorozu.OneTimeCodes;
import dev.yorozu.TokenPair;
import dev.yorozu.Yorozu;
import dev.yorozu.app.RankingRule;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.limit.Decision;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Order;
import dev.yorozu.store.rocks.RocksStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Everything that the front door gives, in a few lines each. What stands between two marks is shown in the README or in the
 * documentation of the class that it uses; a test compares them.
 */
public final class FrontDoor {
    private FrontDoor() {}

    /** @param arguments the directory of the store, {@code data} where it is not given */
    public static void main(String[] arguments) {
        run(
                Path.of(arguments.length > 0 ? arguments[0] : "data"),
                RandomTokens.secure().bytes(32),
                System.out);
    }

    /** @param secret 32 bytes, the same at every start: what they signed and sealed outlives the program */
    static void run(Path data, byte[] secret, PrintStream out) {
        open(data, out);
        try (Yorozu yorozu = Yorozu.open(RocksStore.open(data))) {
            session(yorozu, out);
            settings(yorozu);
            tokens(yorozu, secret, out);
            limit(yorozu, out);
            lock(yorozu, out);
            cache(yorozu, out);
            link(yorozu, secret, out);
            counter(yorozu, out);
            likes(yorozu, out);
            ranking(yorozu, out);
            board(yorozu, out);
            oneTime(yorozu, out);
        }
    }

    private static void open(Path data, PrintStream out) {
        // example: open
        try (Yorozu yorozu = Yorozu.open(RocksStore.open(data))) {
            Start start = yorozu.sessions("shop").start("hanako@example.com", Document.empty());
            out.println(start instanceof Start.Started ? "signed in" : "not now");
        }
        // end
    }

    private static void session(Yorozu yorozu, PrintStream out) {
        // example: session
        Sessions sessions = yorozu.sessions("shop");
        Start start = sessions.start("hanako@example.com", Document.empty().with("cart", 3));
        out.println(start instanceof Start.Started ? "a session begins" : "not now");
        // end
    }

    private static void settings(Yorozu yorozu) {
        // example: settings
        Sessions sessions = yorozu.sessions(
                "shop", chosen -> chosen.life(Duration.ofDays(7)).maxPerUser(3));
        // end
        sessions.endAll("hanako@example.com");
    }

    private static void tokens(Yorozu yorozu, byte[] secret, PrintStream out) {
        // example: tokens
        AppTokens tokens = yorozu.tokens("shop", SigningKeys.of(SigningKey.hs256(secret)));
        TokenPair pair = tokens.issue("hanako@example.com");
        out.println(tokens.verify(pair.accessToken()) instanceof Verification.Valid ? "a good token" : "no token");
        // end
    }

    private static void limit(Yorozu yorozu, PrintStream out) {
        // example: limit
        Decision decision = yorozu.limits().check("login", "2001:db8::1", 10, Duration.ofMinutes(1));
        out.println(decision.allowed() ? "go on" : "try again in " + decision.retryAfterSeconds() + " s");
        // end
    }

    private static void lock(Yorozu yorozu, PrintStream out) {
        // example: lock
        boolean ran = yorozu.locks().run("nightly report", Duration.ofMinutes(5), () -> out.println("reporting"));
        out.println(ran ? "reported" : "another server reports");
        // end
    }

    private static void cache(Yorozu yorozu, PrintStream out) {
        // example: cache
        LoadingCache<String> profiles = yorozu.cache("profiles", id -> Optional.of("profile of " + id));
        out.println(profiles.get("花子").orElse("nobody"));
        // end
    }

    private static void link(Yorozu yorozu, byte[] secret, PrintStream out) {
        // example: link
        Links links = yorozu.links(SealingKey.of(secret));
        IssueResult issue =
                links.issue("hanako@example.com", "https://files.example.com/photo.jpg", Duration.ofDays(7));
        if (issue instanceof IssueResult.Issued issued
                && links.resolve(issued.shortToken()) instanceof ResolveResult.Resolved link) {
            out.println("a link to " + link.url());
        }
        // end
    }

    private static void counter(Yorozu yorozu, PrintStream out) {
        // example: counter
        NamedCounters pages = yorozu.counters("pages");
        long views = pages.add("/about us");
        NamedCounters.Visit visit = pages.visit("/about us, visitors", "203.0.113.9");
        // end
        out.println(views + " views, " + visit.count() + " visitor");
    }

    private static void likes(Yorozu yorozu, PrintStream out) {
        // example: likes
        NamedLikes photos = yorozu.likes("photos");
        NamedLikes.Likes likes = photos.toggle("/photos/7", "hanako@example.com");
        out.println(likes.count() + (likes.liked() ? ", and yours" : ""));
        // end
    }

    private static void ranking(Yorozu yorozu, PrintStream out) {
        // example: ranking
        NamedRankings laps = yorozu.rankings("games", "laps", new RankingRule(Order.RISING, 100, true));
        laps.submit("monza", "hanako", 83_412);
        laps.page("monza", 10).items().forEach(entry -> out.println(entry.rank() + ". " + entry.name()));
        // end
    }

    private static void board(Yorozu yorozu, PrintStream out) {
        // example: board
        NamedBoards guestbooks = yorozu.boards("guestbooks");
        guestbooks.post("hanako", "taro", "Hello!");
        guestbooks.page("hanako", 20).items().forEach(message -> out.println(message.author() + ": " + message.text()));
        // end
    }

    private static void oneTime(Yorozu yorozu, PrintStream out) {
        // example: one-time
        OneTimeCodes codes = yorozu.oneTime("confirmations");
        String code = codes.issue("hanako@example.com", Duration.ofMinutes(10));
        codes.redeem(code).ifPresent(address -> out.println(address + " is confirmed"));
        // end
    }
}
