package dev.yorozu.examples.resource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * A Spring Boot application that is protected by nothing but its properties: {@code
 * spring.security.oauth2.resourceserver.opaquetoken.introspection-uri}, {@code client-id} and {@code client-secret}.
 */
@SpringBootApplication
public class ResourceServerApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ResourceServerApplication.class, arguments);
    }
}
