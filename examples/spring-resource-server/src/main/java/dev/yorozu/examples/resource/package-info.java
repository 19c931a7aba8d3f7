/** A resource server in Spring Boot: three properties name the introspection endpoint and the credential. */
@NullMarked
package dev.yorozu.examples.resource;

import org.jspecify.annotations.NullMarked;
