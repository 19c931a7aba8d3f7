package dev.yorozu.session;

import java.util.OptionalLong;

/**
 * What a session says about its time, in milliseconds since 1970.
 *
 * @param touched when it was last touched; empty where that was never written down
 * @param ownEnd when it says that it ends; empty where it leaves that to the policy
 * @param lasting whether it is free from the idle limit
 */
record Span(long created, OptionalLong touched, OptionalLong ownEnd, boolean lasting) {
    long lastSeen() {
        return touched.orElse(created);
    }
}
