package dev.yorozu.bench.session;

import dev.yorozu.bench.http.Visit;
import dev.yorozu.json.Document;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Somebody who is signed in. All names are equally long, and so is what is answered about them. */
record Person(String id, String name, String avatar) {
    static List<Person> many(int count) {
        return IntStream.range(0, count).mapToObj(Person::of).toList();
    }

    private static Person of(int number) {
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

    /** The session check that must find this person. */
    Visit check(String sid) {
        String user = "{\"id\":\"" + id + "\",\"name\":\"" + name + "\",\"avatar\":\"" + avatar + "\"}";
        return Visit.get(
                "/discord/api/discord/me", "sid=" + sid, "{\"ok\":true,\"loggedIn\":true,\"user\":" + user + "}");
    }
}
