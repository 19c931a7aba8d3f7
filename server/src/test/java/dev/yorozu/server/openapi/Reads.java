package dev.yorozu.server.openapi;

import net.bytebuddy.asm.Advice;

/** Tells of every name that an endpoint looks for in the request that it answers. */
public final class Reads {
    private Reads() {}

    /** Before {@code Call.query}. */
    public static final class Query {
        private Query() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) String name) {
            Watch.read("query", name);
        }
    }

    /** Before {@code Call.header} and {@code Call.headers}. */
    public static final class Header {
        private Header() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) String name) {
            Watch.read("header", name);
        }
    }

    /** Before what finds a field of a body, or of a query that is read in the same way. */
    public static final class Field {
        private Field() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) String name) {
            Watch.read("field", name);
        }
    }

    /** As the other, where a field has several names. */
    public static final class Fields {
        private Fields() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) String[] names) {
            for (String name : names) {
                Watch.read("field", name);
            }
        }
    }

    /** Before what finds a member of a JSON object, be it that of a body or one that is kept. */
    public static final class Member {
        private Member() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) String name) {
            Watch.looked(name);
        }
    }

    /** Before a request of operators is read: the fields are the components of a record. */
    public static final class Components {
        private Components() {}

        @Advice.OnMethodEnter
        public static void enter(@Advice.Argument(0) Class<?> type) {
            Watch.readAll(type);
        }
    }
}
