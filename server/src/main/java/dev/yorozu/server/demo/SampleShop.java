package dev.yorozu.server.demo;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.demo.provider.People;
import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.systems.nostalgic.NostalgicServices;
import dev.yorozu.server.systems.nostalgic.pages.Showcase;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** One service of every kind for the first page of Nostalgic, with what visitors of the last days left there. */
final class SampleShop {
    /** Visits by day, today's first. */
    private static final List<Integer> VISITS = List.of(3, 6, 4, 7, 2, 5, 4, 3);

    private static final int LIKES = 9;
    private static final int RANKS = 10;

    private final Settings settings;
    private final Store store;
    private final Passwords passwords;
    private final byte[] secret;
    private final RandomTokens random;
    private final InstantSource clock;

    SampleShop(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        this.settings = settings;
        this.store = store;
        this.passwords = PasswordSettings.passwords(settings, NostalgicServices.SHORTEST_TOKEN);
        this.secret = random.base64url(24).getBytes(StandardCharsets.US_ASCII);
        this.random = random;
        this.clock = clock;
    }

    /** Makes the four; nobody knows the token that owns them. */
    void fill() {
        String token = random.base64url(24);
        NostalgicServices now = ago(Duration.ZERO);
        visits(id(now.counters().create(Showcase.SITE, token, Document.empty())));
        String liked = id(now.likes().create(Showcase.SITE, token, Document.empty()));
        for (int i = 0; i < LIKES; i++) {
            now.likes().toggle(liked, visitor(i));
        }
        RankingSettings snake = new RankingSettings(Optional.of("Snake"), RANKS, Order.FALLING);
        scores(id(now.rankings().create(Showcase.SITE, token, snake, Document.empty())));
        BoardSettings usual = BoardSettings.standard();
        BoardSettings guests = new BoardSettings(
                "Guest book ゲストブック", usual.maxMessages(), usual.messagesPerPage(), usual.icons(), usual.selects());
        messages(id(now.boards().create(Showcase.SITE, token, guests, Document.empty())));
    }

    private static String id(Creation creation) {
        return switch (creation) {
            case Creation.Settled settled -> settled.service().id();
            case Creation.Refused refused -> throw new IllegalStateException("The sample site belongs to somebody");
            case Creation.Limited limited -> throw new IllegalStateException("Nobody limits the sample site");
        };
    }

    private NostalgicServices ago(Duration age) {
        InstantSource then = InstantSource.fixed(clock.instant().minus(age));
        return NostalgicServices.of(settings, store, passwords, secret, Events.NONE, random, then);
    }

    private static Visitor visitor(int number) {
        return new Visitor("sample-" + number, "sample");
    }

    private void visits(String id) {
        for (int day = VISITS.size() - 1; day >= 0; day--) {
            NostalgicServices then = ago(Duration.ofDays(day));
            for (int i = 0; i < VISITS.get(day); i++) {
                then.counters().visit(id, visitor(i));
            }
        }
    }

    private void scores(String id) {
        score(id, People.SORA, 9870, Duration.ofDays(3));
        score(id, People.REN, 8640, Duration.ofHours(30));
        score(id, People.MIO, 5120, Duration.ofMinutes(50));
    }

    private void score(String id, Person person, long score, Duration age) {
        ago(age).rankings().submit(id, visitor((int) score), person.name(), score, Optional.empty(), RANKS);
    }

    private void messages(String id) {
        post(id, People.SORA, "Nice to see a guest book again!", Duration.ofDays(3));
        post(id, People.MIO, "遊びに来ました。落ち着くページですね", Duration.ofHours(20));
        post(id, People.REN, "キリ番はどなたが踏むのでしょう", Duration.ofMinutes(40));
    }

    private void post(String id, Person person, String text, Duration age) {
        Optional<String> icon = Optional.of(BoardSettings.DEFAULT_ICONS.getFirst());
        Contribution words = new Contribution(Optional.of(person.name()), text, icon, List.of());
        ago(age).boards().post(id, visitor(text.hashCode()), words);
    }
}
