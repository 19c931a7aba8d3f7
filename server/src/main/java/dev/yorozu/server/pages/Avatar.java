package dev.yorozu.server.pages;

import dev.yorozu.secret.Digests;
import java.util.List;

/**
 * A small drawn face, always the same for the same id. It stands in for a picture that would have to be loaded from
 * another host.
 *
 * @param hair which of the drawn heads of hair, from 0
 */
public record Avatar(String back, String clothes, String skin, String hairColour, int hair) {
    private static final List<String> BACKS = List.of("#dbe6ff", "#ffe3d3", "#d8f3e4", "#fff0c2", "#ecdfff", "#ffdce6");
    private static final List<String> CLOTHES =
            List.of("#24409a", "#b3541e", "#1d7a46", "#8a6d00", "#6a3fb0", "#b02a56");
    private static final List<String> SKINS = List.of("#ffdcc2", "#f3c6a0", "#d99f73", "#a8714a", "#ffe4d0");
    private static final List<String> HAIR_COLOURS = List.of("#2b2523", "#4f3425", "#7a4a24", "#1d2233", "#8f8a86");
    private static final int HEADS = 5;

    public static Avatar of(String id) {
        byte[] digest = Digests.sha256("yorozu avatar " + id);
        int scheme = Math.floorMod(digest[0], BACKS.size());
        return new Avatar(
                BACKS.get(scheme),
                CLOTHES.get(scheme),
                SKINS.get(Math.floorMod(digest[1], SKINS.size())),
                HAIR_COLOURS.get(Math.floorMod(digest[2], HAIR_COLOURS.size())),
                Math.floorMod(digest[3], HEADS));
    }
}
