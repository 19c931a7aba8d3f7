package dev.yorozu.nostalgic.like;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Service;
import java.util.Locale;
import java.util.Optional;

/** The picture on a like button, one of the owner's settings. */
public enum Icon {
    HEART,
    STAR,
    THUMB,
    PETA;

    private static final String SETTING = "icon";

    /** The icon that settings and parameters call so. */
    public static Optional<Icon> of(String id) {
        for (Icon icon : values()) {
            if (icon.id().equals(id)) {
                return Optional.of(icon);
            }
        }
        return Optional.empty();
    }

    /** The icon of a button; a heart where its owner chose none. */
    public static Icon of(Service service) {
        return service.settings().text(SETTING).flatMap(Icon::of).orElse(HEART);
    }

    /** What settings and parameters call it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Settings with this icon. */
    public Document in(Document settings) {
        return settings.with(SETTING, id());
    }
}
