package dev.yorozu.server.cli.command;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The address of a server as a person types it; {@code localhost:8080} is none, because it names no protocol. */
public final class ServerAddress implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        try {
            URI address = new URI(text);
            boolean web = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            if (web && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException none) {
            throw wrong(text);
        }
        throw wrong(text);
    }

    private static TypeConversionException wrong(String text) {
        return new TypeConversionException("'" + text + "' is no address such as http://127.0.0.1:8080");
    }
}
