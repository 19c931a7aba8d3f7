package dev.yorozu.server.doors.redis;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Session;
import dev.yorozu.command.call.Command;
import dev.yorozu.credential.Credential;
import dev.yorozu.credential.Permission;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Durability;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The commands as a door gives them to its clients: each within the rights of the credential that it came with. */
record DoorCommands(Commands commands, Schema schema, Durability durability, RespLimits limits) {
    Session session(Visitor visitor) {
        return commands.session(durability, new Access() {
            @Override
            public boolean permits(Command command) {
                return permitted(visitor.credential(), command);
            }

            @Override
            public boolean reaches(String key) {
                return visitor.credential()
                        .filter(credential -> credential.rights().reaches(schema, key))
                        .isPresent();
            }
        });
    }

    private static boolean permitted(Optional<Credential> credential, Command command) {
        return credential.filter(each -> each.rights().permits(work(command))).isPresent();
    }

    private static Set<Permission> work(Command command) {
        Set<Permission> work = EnumSet.noneOf(Permission.class);
        for (Command.Flag flag : command.flags()) {
            switch (flag) {
                case READONLY -> work.add(Permission.READ);
                case WRITE -> work.add(Permission.WRITE);
                case KEYSPACE -> work.add(Permission.KEYSPACE);
                case DANGEROUS -> work.add(Permission.DANGEROUS);
                case FAST, DENYOOM, SERVER, MANY -> {}
            }
        }
        return work;
    }
}
