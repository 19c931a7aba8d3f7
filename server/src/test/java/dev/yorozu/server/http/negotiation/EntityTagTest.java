package dev.yorozu.server.http.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {
    private static final EntityTag TAG = new EntityTag("v-17");

    @ParameterizedTest
    @ValueSource(strings = {"W/\"v-17\"", "\"v-17\"", "\"v-16\", W/\"v-17\"", "*", " * "})
    void aVersionThatTheClientHasIsKnown(String versions) {
        assertThat(TAG.isAmong(versions)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v-17", "\"v-1\"", "W/\"v-170\"", "\"*\"", "\"v-17"})
    void anotherVersionIsNot(String versions) {
        assertThat(TAG.isAmong(versions)).isFalse();
    }

    @Test
    void otherBytesHaveAnotherTag() {
        assertThat(EntityTag.of(new byte[] {1})).isEqualTo(EntityTag.of(new byte[] {1}));
        assertThat(EntityTag.of(new byte[] {1})).isNotEqualTo(EntityTag.of(new byte[] {2}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\"b", "a b", "a,b", "é"})
    void aNameThatWouldNeedQuotingIsRejected(String name) {
        assertThatThrownBy(() -> new EntityTag(name)).isInstanceOf(IllegalArgumentException.class);
    }
}
