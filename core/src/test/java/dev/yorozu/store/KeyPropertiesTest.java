package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

final class KeyPropertiesTest {
    private static final String CHARACTERS = "a:é鍵*[]\\ \0";

    @RepeatedTest(10)
    void clusterNamesTranslateBackWithoutLoss(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 200; i++) {
            Key key = Key.of(text(random, 0), text(random, 1), text(random, 0));
            assertThat(Key.ofClusterName(key.clusterName())).isEqualTo(key);
            assertThat(key.clusterName().replace("{", "").replace("}", "")).isEqualTo(key.name());
        }
    }

    private static String text(Random random, int least) {
        StringBuilder text = new StringBuilder();
        for (int length = least + random.nextInt(8); length > 0; length--) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return text.toString();
    }
}
