/** The contracts every store must pass, and what tests of stores need. */
module dev.yorozu.store.testkit {
    requires transitive dev.yorozu.core;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires org.junit.platform.engine;
    requires transitive org.junit.platform.launcher;

    exports dev.yorozu.store.testkit;
    exports dev.yorozu.store.testkit.contract;
    exports dev.yorozu.store.testkit.history;
    exports dev.yorozu.store.testkit.redis;

    provides org.junit.platform.launcher.TestExecutionListener with
            dev.yorozu.store.testkit.RunRecord;
}
