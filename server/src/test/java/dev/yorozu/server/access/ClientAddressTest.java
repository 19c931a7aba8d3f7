package dev.yorozu.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.net.AddressRange;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
    @TempDir
    Path directory;

    /** What a server that believes these proxies takes for the client of a request with this header. */
    private static String seen(String proxies, String forwarded, boolean digested) throws Exception {
        List<AddressRange> ranges = proxies.isEmpty()
                ? List.of()
                : Arrays.stream(proxies.split(" ", -1))
                        .map(text -> AddressRange.parse(text).orElseThrow())
                        .toList();
        ClientAddress addresses = new ClientAddress(ranges, "salt".getBytes(StandardCharsets.UTF_8));
        HttpModule module = new HttpModule() {
            @Override
            public String mount() {
                return "/who";
            }

            @Override
            public void routes(Routes routes) {
                routes.any(
                        "/am-i",
                        call -> Reply.text(
                                200,
                                digested
                                        ? addresses.id(call)
                                        : addresses.of(call).getHostAddress()));
            }
        };
        try (RunningServer server = new RunningServer(module)) {
            HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/who/am-i"));
            if (!forwarded.isEmpty()) {
                request.header("X-Forwarded-For", forwarded);
            }
            return server.send(request.build()).body();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', 127.0.0.1",
        "'', 203.0.113.7, 127.0.0.1",
        "10.0.0.0/8, 203.0.113.7, 127.0.0.1",
        "127.0.0.1, 203.0.113.7, 203.0.113.7",
        "127.0.0.0/8, '198.51.100.1, 203.0.113.7', 203.0.113.7",
        "127.0.0.1 10.0.0.0/8, '198.51.100.1, 203.0.113.7, 10.1.2.3', 203.0.113.7",
        "127.0.0.1, '203.0.113.7:4711', 203.0.113.7",
        "127.0.0.1, '[2001:db8::1]:4711', 2001:db8:0:0:0:0:0:1",
        "127.0.0.1, 'nonsense', 127.0.0.1",
        "127.0.0.1, '203.0.113.7, example.com', 127.0.0.1",
        "127.0.0.1, '203.0.113.7, ', 127.0.0.1",
        "127.0.0.1, '', 127.0.0.1",
        "127.0.0.1 10.0.0.0/8, '10.1.2.3, 10.1.2.4', 10.1.2.3"
    })
    void aForwardedAddressCountsOnlyFromAProxyOfOurs(String proxies, String forwarded, String client) throws Exception {
        assertThat(seen(proxies, forwarded, false)).isEqualTo(client);
    }

    @Test
    void oneSubscriberOfIpv6CountsAsOne() throws Exception {
        String one = seen("127.0.0.1", "2001:db8:1:2::1", true);

        assertThat(one).matches("[0-9a-f]{16}").isEqualTo(seen("127.0.0.1", "2001:db8:1:2:ffff::9", true));
        assertThat(one).isNotEqualTo(seen("127.0.0.1", "2001:db8:1:3::1", true));
        assertThat(seen("127.0.0.1", "203.0.113.7", true)).isNotEqualTo(seen("127.0.0.1", "203.0.113.8", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "1.2.3", "fd00::/129", "::1%lo"})
    void whatIsNoAddressIsRefused(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
    }

    @Test
    void theSaltIsMadeOnceForItsOwnerAlone() throws Exception {
        RandomTokens random = RandomTokens.secure();
        byte[] salt = ClientAddress.SALT.inDirectory(directory, random);
        Path file = directory.resolve("address.salt");

        assertThat(salt).hasSize(32).isEqualTo(ClientAddress.SALT.inDirectory(directory, random));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> ClientAddress.SALT.inDirectory(directory, random))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("can be read by others");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(file, "nonsense");
        assertThatThrownBy(() -> ClientAddress.SALT.inDirectory(directory, random))
                .hasMessageContaining("is damaged");
    }
}
