package dev.yorozu.server.demo.provider;

import dev.yorozu.server.pages.Avatar;

/** Somebody who can sign in at the practice provider. */
public record Person(String id, String name) {
    public Avatar avatar() {
        return Avatar.of(id);
    }
}
