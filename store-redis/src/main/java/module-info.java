/** Redis, Sentinel and Cluster on Lettuce, and Upstash over REST. */
@SuppressWarnings("requires-automatic") // Lettuce is no module, but its manifest gives it a lasting name.
module dev.yorozu.store.redis {
    requires transitive dev.yorozu.core;
    requires com.github.benmanes.caffeine;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires java.net.http;
    requires lettuce.core;
    requires tools.jackson.core;

    exports dev.yorozu.store.redis;
}
