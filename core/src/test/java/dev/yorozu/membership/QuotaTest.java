package dev.yorozu.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.YearMonth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaTest {
    @ParameterizedTest
    @CsvSource({
        "FREE, 0, 0, 0, true",
        "FREE, 0, 1, 1, false",
        "PRO, 0, 0, 10000000, false",
        "PRO, 9999999, 0, 10000000, false",
        "PRO, 10000000, 0, 10000000, true",
        "PRO, 10000000, 5, 10000005, false",
        "PREMIUM, 20000000, 0, 20000000, true",
        "ULTIMATE, 49999999, 0, 50000000, false",
        "ULTIMATE, 0, 9223372036854775807, 9223372036854775807, false"
    })
    void thePlanAndTheBonusesMakeTheLimit(Plan plan, long used, long bonus, long limit, boolean exceeded) {
        Quota quota = new Quota(YearMonth.of(2026, 3), plan, new Usage(used, bonus));
        assertThat(quota.limit()).isEqualTo(limit);
        assertThat(quota.exceeded()).isEqualTo(exceeded);
        assertThat(quota.hasBonus()).isEqualTo(bonus > 0);
    }
}
