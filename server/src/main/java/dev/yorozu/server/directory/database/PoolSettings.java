package dev.yorozu.server.directory.database;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;

/** How the pool of connections is made. Its text form shows no secret. */
public record PoolSettings(String jdbc, String user, String password, int size, Duration timeout) {
    HikariConfig config() {
        HikariConfig config = new HikariConfig();
        config.setPoolName("yorozu-directory");
        config.setJdbcUrl(jdbc);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(timeout.toMillis());
        config.setValidationTimeout(Math.max(250, timeout.toMillis() / 2));
        config.setInitializationFailTimeout(1);
        if (jdbc.startsWith("jdbc:postgresql:")) {
            long seconds = Math.max(1, timeout.toSeconds());
            config.addDataSourceProperty("ApplicationName", "yorozu");
            config.addDataSourceProperty("connectTimeout", Long.toString(seconds));
            // Later than the statement's own end, which leaves the connection whole.
            config.addDataSourceProperty("socketTimeout", Long.toString(seconds * 2));
            // Details quote values.
            config.addDataSourceProperty("logServerErrorDetail", "false");
        }
        return config;
    }

    @Override
    public String toString() {
        return "PoolSettings[" + size + "]";
    }
}
