package dev.yorozu.server.doors;

import dev.yorozu.command.Access;
import dev.yorozu.command.call.Command;
import dev.yorozu.credential.Permission;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.access.credential.Visitor;
import java.util.EnumSet;
import java.util.Set;

/** What a visitor may do: what the rights of its credential say, as they are now. */
record VisitorAccess(Visitor visitor, Schema schema) implements Access {
    @Override
    public boolean permits(Command command) {
        return visitor.credential()
                .filter(credential -> credential.rights().permits(work(command)))
                .isPresent();
    }

    @Override
    public boolean reaches(String key) {
        return visitor.credential()
                .filter(credential -> credential.rights().reaches(schema, key))
                .isPresent();
    }

    private static Set<Permission> work(Command command) {
        Set<Permission> work = EnumSet.noneOf(Permission.class);
        for (Command.Flag flag : command.flags()) {
            switch (flag) {
                case READONLY -> work.add(Permission.READ);
                case WRITE -> work.add(Permission.WRITE);
                case KEYSPACE -> work.add(Permission.KEYSPACE);
                case DANGEROUS -> work.add(Permission.DANGEROUS);
                case FAST, DENYOOM, SERVER, MANY, KEEPS, COUNTED, LOCAL -> {}
            }
        }
        return work;
    }
}
