package dev.yorozu.server.systems.users;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.systems.users.profile.Profiles;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Store;
import org.jspecify.annotations.Nullable;

/** How the system fares, for machines and operators, and its caches, which operators may empty. */
record SystemRoutes(Gate<Caller> gate, Store store, Health storeHealth, Health directoryHealth, Profiles profiles) {
    void declare(Routes routes) {
        routes.delete("/admin/cache/{user_id}", gate.operator(this::forget));
        routes.post("/admin/system/cache/clear", gate.operator(this::forgetAll));
        routes.get("/admin/system/redis/status", gate.operator(this::store));
    }

    void declareHealth(Routes routes) {
        routes.get("/healthz", this::health);
    }

    private record Status(String status, String database, String redis) {}

    /** @param responseTime of the store, in milliseconds */
    private record StoreStatus(
            String status,
            @JsonProperty("memory_usage") Memory memoryUsage,
            @JsonProperty("response_time") double responseTime) {}

    /** In bytes, and percent; null where the store does not tell. */
    private record Memory(
            @Nullable Long used,
            @Nullable Long max,
            @Nullable Double percentage) {
        static Memory of(MemoryUse use) {
            return new Memory(use.used(), use.most(), rounded(use.percentage()));
        }
    }

    private record Cleared(String message, long count) {}

    /** The document calls the store by the name of the one that it has. */
    private Reply health(Call call) {
        boolean database = directoryHealth.answers();
        boolean redis = storeHealth.answers();
        boolean well = database && redis;
        Status status = new Status(well ? "ok" : "unavailable", word(database), word(redis));
        return Reply.json(well ? 200 : 503, status).unkept();
    }

    private Reply store(Call call, Caller operator) {
        long start = System.nanoTime();
        store.ping();
        double millis = rounded((System.nanoTime() - start) / 1e6);
        Memory memory = store.memory().map(Memory::of).orElseGet(() -> new Memory(null, null, null));
        return UsersJson.reply(new StoreStatus("ok", memory, millis));
    }

    private Reply forget(Call call, Caller operator) {
        profiles.forget(ProfileRoutes.user(call));
        return UsersJson.reply(new UsersJson.Message("Cache cleared"));
    }

    /** Caches only: sessions and revocations are no copies of anything. */
    private Reply forgetAll(Call call, Caller operator) {
        return UsersJson.reply(new Cleared("Cache cleared", profiles.forgetAll()));
    }

    private static String word(boolean answers) {
        return answers ? "ok" : "unreachable";
    }

    private static double rounded(double number) {
        return Math.round(number * 100) / 100.0;
    }
}
