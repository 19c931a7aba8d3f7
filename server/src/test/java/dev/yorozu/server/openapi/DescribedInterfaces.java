package dev.yorozu.server.openapi;

import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.systems.HostedSystem;
import java.util.List;
import java.util.stream.Stream;

/** The interfaces that there are, whether they run or not. */
final class DescribedInterfaces {
    static final List<String> NAMES = Stream.concat(
                    Systems.ALL.stream().map(HostedSystem::name), Stream.of(OpenApi.ADMIN, OpenApi.SERVER))
            .toList();

    private DescribedInterfaces() {}
}
