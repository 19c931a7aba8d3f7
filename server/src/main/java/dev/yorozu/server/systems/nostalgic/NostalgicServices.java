package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.List;

/** The four kinds of services as the settings want them. */
public record NostalgicServices(Counters counters, Likes likes, Rankings rankings, Boards boards) {
    /** The length that the shortest token of an owner has; operators cannot ask for longer ones. */
    public static final int SHORTEST_TOKEN = 8;

    /**
     * All four on one store.
     *
     * @param passwords take tokens of {@value #SHORTEST_TOKEN} characters
     * @param secret the same on all servers that share the store
     */
    public static NostalgicServices of(
            Settings settings,
            Store store,
            Passwords passwords,
            byte[] secret,
            Events events,
            RandomTokens random,
            InstantSource clock) {
        Days days = new Days(settings.value(NostalgicSettings.ZONE), clock);
        UserHashes users = new UserHashes(secret);
        Durability durability = settings.value(NostalgicSettings.DURABILITY);
        CounterPolicy counting = new CounterPolicy(
                settings.value(NostalgicSettings.DAILY_LIFE),
                durability,
                settings.value(NostalgicSettings.ADDRESS_VISITS));
        LikePolicy liking = new LikePolicy(durability, settings.value(NostalgicSettings.ADDRESS_LIKES));
        RankingPolicy ranking = new RankingPolicy(
                settings.value(NostalgicSettings.SUBMIT_COOLDOWN),
                Durability.DURABLE,
                settings.value(NostalgicSettings.ADDRESS_SUBMITS));
        BoardPolicy posting = new BoardPolicy(
                settings.value(NostalgicSettings.POST_COOLDOWN),
                settings.value(NostalgicSettings.WORDS),
                Durability.DURABLE,
                settings.value(NostalgicSettings.ADDRESS_POSTS),
                settings.value(NostalgicSettings.ADDRESS_POSTS_PER_DAY));
        return new NostalgicServices(
                new Counters(store, counting, days, users, passwords, events),
                new Likes(store, liking, days, users, passwords, events),
                new Rankings(store, ranking, users, passwords, events, clock),
                new Boards(store, posting, days, users, passwords, random, events));
    }

    /** All of them, by kind. */
    public List<Services> all() {
        return List.of(counters.services(), likes.services(), rankings.services(), boards.services());
    }
}
