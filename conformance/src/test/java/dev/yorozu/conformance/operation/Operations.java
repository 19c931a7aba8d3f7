package dev.yorozu.conformance.operation;

import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.conformance.oauth.PatreonSessions;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.oauth.AuthorizationLayout;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.IndexLayout;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionFields;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import dev.yorozu.token.TokenSessions;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What each capability does that changes something, and what must be there before. */
enum Operations {
    TOKENS_SIGN_IN_AT_THE_CAP(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            issued(store, clock, LedgerPolicy.STANDARD.maxPerUser());
            return through -> tokens(through, clock).issue(USER, Document.empty(), CLAIMS);
        }
    },
    TOKENS_ROTATION(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            Issued pair = issued(store, clock, 2);
            return through -> rotate(through, clock, pair);
        }
    },
    TOKENS_REUSE(false) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            Issued pair = issued(store, clock, 2);
            rotate(store, clock, pair);
            clock.advance(Duration.ofMinutes(1));
            return through -> rotate(through, clock, pair);
        }
    },
    TOKENS_END_OF_ALL(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            issued(store, clock, 3);
            return through -> {
                tokens(through, clock).endAll(USER);
                tokens(through, clock).list(USER);
            };
        }
    },
    SESSION_SIGN_IN_AT_THE_CAP(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            started(store, clock, 3);
            return through -> sessions(through, clock).start(USER, Document.empty());
        }
    },
    SESSION_END(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String sid = started(store, clock, 2);
            return through -> sessions(through, clock).end(sid);
        }
    },
    SESSION_END_OF_ALL(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            started(store, clock, 3);
            return through -> sessions(through, clock).endAll(USER);
        }
    },
    OAUTH_CALLBACK(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String state = authorizations(store).begin(Document.empty()).state();
            return through -> {
                authorizations(through).consume(state);
                sessions(through, clock).start(USER, Document.empty());
            };
        }
    },
    LOGIN_REFRESH(false) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            Issued tokens = signedIn(store, clock);
            clock.advance(Duration.ofMinutes(1));
            return through -> rotate(through, logins(through, clock), tokens.refreshToken(), ACCOUNT_CLAIMS);
        }
    },
    LOGIN_LOGOUT(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            signedIn(store, clock);
            Issued tokens = signedIn(store, clock);
            Authentication.Granted caller =
                    (Authentication.Granted) logins(store, clock).access().check(tokens.accessToken());
            return through -> logins(through, clock).logout(caller, Optional.of(tokens.refreshToken()));
        }
    },
    LOGIN_END_OF_ALL(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            signedIn(store, clock);
            signedIn(store, clock);
            return through -> logins(through, clock).endAll(ACCOUNT);
        }
    },
    PATRON_SIGN_IN(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            patronSession(store, clock);
            return through -> patronSession(through, clock);
        }
    },
    PATRON_RENEWAL(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            Session session = patronSession(store, clock);
            return through -> patronSessions(through, clock)
                    .change(session, document -> GrantFields.PATREON.write(document, GRANT, clock.instant()));
        }
    },
    PATRON_END_OF_ALL(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            patronSession(store, clock);
            return through -> patronSessions(through, clock).endAll(USER);
        }
    },
    CHAIN_SPENT(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            Issued issued = families(store, clock).issue(patronSession(store, clock), CLAIMS);
            return through -> rotate(through, families(through, clock), issued.refreshToken(), CLAIMS);
        }
    },
    LINK_ISSUED(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            return through -> links(through, clock).issue(DRAFT);
        }
    },
    LINK_DELETED(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            IssueResult.Issued issued = (IssueResult.Issued) links(store, clock).issue(DRAFT);
            return through -> links(through, clock).delete(issued.shortToken(), USER);
        }
    },
    COUNTER_CREATED(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            return through -> counters(through, clock).create(SITE, OWNER, Document.empty());
        }
    },
    COUNTER_VISITED(false) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String id = id(counters(store, clock).create(SITE, OWNER, Document.empty()));
            return through -> counters(through, clock).visit(id, VISITOR);
        }
    },
    COUNTER_DELETED(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String id = id(counters(store, clock).create(SITE, OWNER, Document.empty()));
            counters(store, clock).visit(id, VISITOR);
            return through -> delete(counters(through, clock).services());
        }
    },
    LIKE_TOGGLED(false) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String id = id(likes(store, clock).create(SITE, OWNER, Document.empty()));
            return through -> likes(through, clock).toggle(id, VISITOR);
        }
    },
    RANKING_SUBMITTED(false) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            RankingSettings settings = new RankingSettings(Optional.empty(), 2, Order.FALLING);
            String id = id(rankings(store, clock).create(SITE, OWNER, settings, Document.empty()));
            for (int i = 1; i <= 2; i++) {
                rankings(store, clock)
                        .submit(id, new Visitor("10.0.1." + i, "Browser/1.0"), "name" + i, i, Optional.empty(), 10);
            }
            return through -> rankings(through, clock).submit(id, VISITOR, "mia", 9, Optional.of("nine"), 10);
        }
    },
    BOARD_POSTED(false) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String id = id(boards(store, clock).create(SITE, OWNER, BOARD, Document.empty()));
            return through -> boards(through, clock).post(id, VISITOR, Contribution.of("hello"));
        }
    },
    BOARD_DELETED(true) {
        @Override
        Consumer<Store> prepare(Store store, HeldClock clock) {
            String id = id(boards(store, clock).create(SITE, OWNER, BOARD, Document.empty()));
            boards(store, clock).post(id, VISITOR, Contribution.of("hello"));
            return through -> delete(boards(through, clock).services());
        }
    };

    static final String USER = "4711";
    static final String ACCOUNT = "00000000-0000-4000-8000-000000004711";
    static final String OWNER = "owner-token";
    static final Visitor VISITOR = new Visitor("10.0.0.1", "Browser/1.0");
    static final SiteUrl SITE =
            SiteUrl.parse("https://site.example.org/", false).orElseThrow();
    static final BoardSettings BOARD =
            new BoardSettings("BBS", 10, 10, List.of("\ud83d\ude00"), BoardSettings.DEFAULT_SELECTS);
    static final LinkRequest DRAFT = new LinkRequest(
            Optional.of("https://abc.public.blob.vercel-storage.com/receive/o/r/f.zip"),
            Optional.of("f"),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new LinkRequest.Owner(USER, "sid")));
    static final Grant GRANT = new Grant(
            "access",
            "Bearer",
            Optional.of(Duration.ofDays(31)),
            Optional.of("refresh"),
            Optional.empty(),
            Optional.empty(),
            Document.empty());

    static final Claims CLAIMS = new Claims(USER, Document.empty());
    static final Claims ACCOUNT_CLAIMS = new Claims(ACCOUNT, Document.empty());

    private static final RandomTokens RANDOM = RandomTokens.secure();
    private static final byte[] SECRET = RANDOM.bytes(32);
    private static final SigningKeys KEYS = SigningKeys.of(SigningKey.hs256("kit", SECRET));
    private static final JwtPolicy ACCESS =
            new JwtPolicy("https://auth.example.com", "kit", "at+jwt", Duration.ofSeconds(5));
    private static final KeyRing RING = KeyRing.of(SealingKey.of(RANDOM.bytes(32)));
    private static final UserHashes HASHES = new UserHashes(new byte[32]);
    private static final SessionLayout SESSIONS = new SessionLayout(
            DiscordKeys.SESSION,
            new IndexLayout.InSet(DiscordKeys.USER_SESSIONS),
            TokenForm.base64url(24),
            SessionFields.of("uid", "created_at", "last_seen_at", "ver"),
            Set.of());
    private static final Duration MONTH = Duration.ofDays(30);

    private final boolean takesSteps;

    /** @param takesSteps whether it takes more than one batch, by its nature, so that a fault may leave it done in part */
    Operations(boolean takesSteps) {
        this.takesSteps = takesSteps;
    }

    boolean takesSteps() {
        return takesSteps;
    }

    /** Writes what must be there, and gives what is then done through another store. */
    abstract Consumer<Store> prepare(Store store, HeldClock clock);

    private static Logins tokens(Store store, HeldClock clock) {
        return new Logins(
                store,
                LedgerLayout.TOKENS,
                LedgerPolicy.STANDARD,
                new Jwts(KEYS, ACCESS, clock),
                Storage.DOCUMENTED,
                RANDOM,
                clock);
    }

    /** The first of so many logins. */
    private static Issued issued(Store store, HeldClock clock, int count) {
        Issued first = tokens(store, clock).issue(USER, Document.empty(), CLAIMS);
        for (int i = 1; i < count; i++) {
            clock.advance(Duration.ofSeconds(1));
            tokens(store, clock).issue(USER, Document.empty(), CLAIMS);
        }
        return first;
    }

    private static void rotate(Store store, HeldClock clock, Issued issued) {
        rotate(store, tokens(store, clock).lineage(), issued.refreshToken(), CLAIMS);
    }

    private static void rotate(Store store, Lineage lineage, String token, Claims claims) {
        RefreshTokens tokens = new RefreshTokens(store, lineage);
        tokens.rotate(tokens.present(token).orElseThrow(), claims);
    }

    private static SessionPolicy policy() {
        return new SessionPolicy(
                MONTH, MONTH, Duration.ofDays(180), 3, SessionPolicy.AtCap.END_OLDEST, Duration.ofMinutes(1));
    }

    private static Sessions sessions(Store store, HeldClock clock) {
        return new Sessions(store, SESSIONS, policy(), Storage.DOCUMENTED, RANDOM, clock);
    }

    /** The sid of the last of so many sessions. */
    private static String started(Store store, HeldClock clock, int count) {
        String sid = "";
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofSeconds(1));
            Start start = sessions(store, clock).start(USER, Document.empty());
            sid = ((Start.Started) start).session().sid().orElseThrow();
        }
        return sid;
    }

    private static Authorizations authorizations(Store store) {
        return new Authorizations(
                store,
                new AuthorizationLayout(DiscordKeys.AUTHORIZATION, Duration.ofMinutes(10), Set.of()),
                Storage.DOCUMENTED,
                RANDOM);
    }

    private static TokenSessions logins(Store store, HeldClock clock) {
        return new TokenSessions(
                store,
                new Sessions(store, SessionLayout.USERS, policy(), Storage.DOCUMENTED, RANDOM, clock),
                new Jwts(KEYS, ACCESS, clock),
                new Jwts(KEYS, ACCESS.forIssuerAlone("rt+jwt"), clock),
                new RefreshPolicy(
                        Duration.ofMinutes(15), Duration.ofDays(7), MONTH, Duration.ofDays(90), Duration.ofSeconds(10)),
                Storage.DOCUMENTED,
                RANDOM,
                clock);
    }

    private static Issued signedIn(Store store, HeldClock clock) {
        return logins(store, clock)
                .signIn(false, Document.empty(), ACCOUNT_CLAIMS)
                .orElseThrow();
    }

    private static Sessions patronSessions(Store store, HeldClock clock) {
        return PatreonSessions.sessions(store, Storage.DOCUMENTED, RANDOM, clock);
    }

    private static Session patronSession(Store store, HeldClock clock) {
        return PatreonSessions.signIn(patronSessions(store, clock), USER, GRANT, clock.instant());
    }

    private static TokenFamilies families(Store store, HeldClock clock) {
        Sessions sessions = patronSessions(store, clock);
        SessionClaims sealed = SessionClaims.sealed(sessions, "pid", SECRET, RANDOM, clock);
        return new TokenFamilies(
                store,
                sessions,
                new Jwts(KEYS, ACCESS, clock),
                sealed,
                RefreshPolicy.of(Duration.ofHours(1), MONTH, Duration.ofSeconds(10)),
                Storage.DOCUMENTED,
                RANDOM,
                clock);
    }

    private static ShareLinks links(Store store, HeldClock clock) {
        return new ShareLinks(
                store,
                LinkLayout.DISCORD,
                LinkPolicy.standard(LinkPolicy.DEFAULT_HOSTS),
                RING,
                Storage.DOCUMENTED,
                RANDOM,
                clock);
    }

    private static Counters counters(Store store, HeldClock clock) {
        return new Counters(
                store, CounterPolicy.DEFAULT, new Days(ZoneOffset.UTC, clock), HASHES, QuickPasswords.SET, event -> {});
    }

    private static Likes likes(Store store, HeldClock clock) {
        return new Likes(
                store, LikePolicy.DEFAULT, new Days(ZoneOffset.UTC, clock), HASHES, QuickPasswords.SET, event -> {});
    }

    private static Rankings rankings(Store store, HeldClock clock) {
        return new Rankings(store, RankingPolicy.STANDARD, HASHES, QuickPasswords.SET, event -> {}, clock);
    }

    private static Boards boards(Store store, HeldClock clock) {
        return new Boards(
                store,
                BoardPolicy.STANDARD,
                new Days(ZoneOffset.UTC, clock),
                HASHES,
                QuickPasswords.SET,
                RANDOM,
                event -> {});
    }

    private static String id(Creation creation) {
        return ((Creation.Created) creation).service().id();
    }

    private static void delete(Services services) {
        services.delete((Ownership.Owned) services.owned(SITE, OWNER));
    }
}
