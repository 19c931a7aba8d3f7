package dev.yorozu.bench.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.env.Environment;

/**
 * Spring Boot with Spring Session Data Redis, set up as its guides say. What differs from the defaults stands in {@code
 * application.properties} and {@link SessionConfiguration}, with the reason.
 */
@SpringBootApplication
public class SpringSessionApplication {
    public static void main(String[] arguments) {
        Environment environment =
                SpringApplication.run(SpringSessionApplication.class, arguments).getEnvironment();
        System.out.println("Ready at http://127.0.0.1:" + environment.getProperty("local.server.port"));
    }
}
