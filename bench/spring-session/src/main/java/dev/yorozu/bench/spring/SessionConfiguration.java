package dev.yorozu.bench.spring;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.session.data.redis.config.annotation.web.http.EnableRedisHttpSession;
import org.springframework.session.web.http.DefaultCookieSerializer;

/**
 * Sessions in Redis, with the life and the cookie of Yorozu's.
 *
 * <p>All else is the default, which is also the fastest that Spring Session offers: the plain repository, without an index
 * and without events, that writes once at the end of a request, and of the attributes only those that were set.
 */
@Configuration
@EnableRedisHttpSession(maxInactiveIntervalInSeconds = SessionConfiguration.LIFE_SECONDS)
class SessionConfiguration {
    static final int LIFE_SECONDS = 30 * 24 * 60 * 60;

    @Bean
    DefaultCookieSerializer cookie() {
        DefaultCookieSerializer cookie = new DefaultCookieSerializer();
        cookie.setCookieName("sid");
        cookie.setCookieMaxAge(LIFE_SECONDS);
        return cookie;
    }
}
