/**
 * The HTTP interfaces as OpenAPI 3.1 describes them: which there are comes from the declared routes, what they mean from a file for
 * each interface, and the examples from the recorded run of the tests.
 */
@NullMarked
package dev.yorozu.server.openapi;

import org.jspecify.annotations.NullMarked;
