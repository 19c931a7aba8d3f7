package dev.yorozu.bench.session;

import dev.yorozu.json.Document;
import java.util.HexFormat;

/** Somebody who is signed in. All names are equally long, and so is what is answered about them. */
record Person(String id, String name, String avatar) {
    static Person of(int number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        return new Person(
                "80351110224%06d".formatted(number),
                "Nelly%06d".formatted(number),
                HexFormat.of().toHexDigits(mixed) + HexFormat.of().toHexDigits(~mixed));
    }

    /** What Discord's sign-in keeps in a session. */
    Document attributes(long tokenEnd) {
        return Document.empty()
                .with("name", name)
                .with("avatar", avatar)
                .with("access_token", "6qrZcUqja7812RVdnEKjpzOL4CvHBFG")
                .with("refresh_token", "D43f5y0ahjqew82jZ4NViEr2YafMKhue")
                .with("scope", "identify guilds")
                .with("token_type", "Bearer")
                .with("access_expires_at", tokenEnd);
    }
}
