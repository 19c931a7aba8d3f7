package dev.yorozu.server.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.directory.PostgresProcess;
import dev.yorozu.store.testkit.Race;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What {@code docs/supabase.sql} makes of a database is what the stand-in has, and nobody else gets at it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SupabaseSqlTest {
    private static final Path SCRIPT = Path.of("..", "docs", "supabase.sql");
    /** What every project has before the script. */
    private static final String PROJECT = """
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'service_role') THEN
                    CREATE ROLE anon; CREATE ROLE authenticated; CREATE ROLE service_role BYPASSRLS;
                END IF;
            END $$;
            CREATE SCHEMA auth;
            CREATE TABLE auth.users (id UUID PRIMARY KEY);
            ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated;
            ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated;
            """;

    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private Connection project;

    @BeforeAll
    void run() throws Exception {
        project = project();
        execute(project, Files.readString(SCRIPT));
    }

    @AfterAll
    void close() throws SQLException {
        project.close();
    }

    private static Connection project() throws SQLException {
        String name = "s" + RandomTokens.secure().hex(4);
        try (Connection server = connect("postgres")) {
            execute(server, "CREATE DATABASE " + name);
        }
        Connection made = connect(name);
        execute(made, PROJECT);
        return made;
    }

    private static Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:" + PostgresProcess.shared().url(database), PostgresProcess.USER, PostgresProcess.PASSWORD);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> ask(Connection connection, String sql) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                answers.add(row.getString(1));
            }
        }
        return answers;
    }

    @Test
    void itsTablesAndColumnsAreThoseOfTheStandIn() throws SQLException {
        List<String> columns = new ArrayList<>();
        for (StandInTable table : new StandInSchema().tables.values()) {
            for (StandInTable.Column column : table.columns.values()) {
                columns.add(table.name + "." + column.name() + " " + column.type().sql
                        + (column.nullable() ? " NULL" : "")
                        + (column.initial().isPresent() ? " DEFAULT" : ""));
            }
        }
        assertThat(ask(
                        project,
                        "SELECT table_name || '.' || column_name || ' ' || data_type"
                                + " || CASE is_nullable WHEN 'YES' THEN ' NULL' ELSE '' END"
                                + " || CASE WHEN column_default IS NULL THEN '' ELSE ' DEFAULT' END"
                                + " FROM information_schema.columns WHERE table_schema = 'public'"))
                .containsExactlyInAnyOrderElementsOf(columns);
    }

    @Test
    void itsUniqueColumnsAreThoseOfTheStandIn() throws SQLException {
        List<String> keys = new ArrayList<>();
        for (StandInTable table : new StandInSchema().tables.values()) {
            table.unique().forEach(key -> keys.add(table.name + " " + new TreeSet<>(key)));
        }
        assertThat(ask(
                        project,
                        "SELECT c.relname || ' [' || (SELECT string_agg(a.attname, ', ' ORDER BY a.attname COLLATE \"C\")"
                                + " FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey)) || ']'"
                                + " FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
                                + " WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace"))
                .containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void itsFunctionTakesWhatTheStandInTakes() throws SQLException {
        assertThat(ask(project, "SELECT unnest(proargnames) FROM pg_proc WHERE proname = 'record_token_usage'"))
                .containsExactlyElementsOf(StandInSchema.PARAMETERS);
    }

    private String account(boolean profile) throws SQLException {
        String id = UUID.randomUUID().toString();
        execute(project, "INSERT INTO auth.users VALUES ('" + id + "')");
        if (profile) {
            execute(project, "INSERT INTO profiles (id) VALUES ('" + id + "')");
        }
        return id;
    }

    private static String spend(Connection connection, String id, String profile, long tokens) throws SQLException {
        return ask(
                        connection,
                        "SELECT record_token_usage('" + id + "', '" + profile + "', " + tokens
                                + ", '2026-12-01T01:00:00+02:00')")
                .getFirst();
    }

    private String used(String profile) throws SQLException {
        return ask(
                        project,
                        "SELECT year_month || ' ' || tokens_used FROM token_usage WHERE user_id = '" + profile + "'")
                .toString();
    }

    @Test
    void whatIsSpentCountsOnceAndInTheMonthOfUtc() throws SQLException {
        execute(project, "SET TIME ZONE 'Asia/Tokyo'");
        String profile = account(true);
        String id = UUID.randomUUID().toString();
        assertThat(spend(project, id, profile, 5)).isEqualTo("t");
        assertThat(spend(project, id, profile, 7)).isEqualTo("f");
        assertThat(spend(project, UUID.randomUUID().toString(), profile, 9_000_000_000L))
                .isEqualTo("t");
        assertThat(used(profile)).isEqualTo("[2026-11 9000000005]");
        String without = account(false);
        assertThatThrownBy(() -> spend(project, UUID.randomUUID().toString(), without, 1))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void nothingIsLostOfWhatManySpendAtOnce() throws Exception {
        String profile = account(true);
        String database = ask(project, "SELECT current_database()").getFirst();
        String same = UUID.randomUUID().toString();
        List<String> spent = Race.of(8, i -> {
            try (Connection own = connect(database)) {
                return spend(own, UUID.randomUUID().toString(), profile, 10) + spend(own, same, profile, 1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(spent).containsOnlyOnce("tt");
        assertThat(used(profile)).isEqualTo("[2026-11 81]");
    }

    @Test
    void everyTableIsClosedToAllWhomNoPolicyLetsIn() throws SQLException {
        assertThat(ask(
                        project,
                        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relrowsecurity"
                                + " AND relnamespace = 'public'::regnamespace"))
                .containsExactlyInAnyOrderElementsOf(new StandInSchema().tables.keySet());
        assertThat(ask(project, "SELECT polname FROM pg_policy")).isEmpty();
    }

    @Test
    void onlyTheServiceGetsAtAnything() throws SQLException {
        String profile = account(true);
        String database = ask(project, "SELECT current_database()").getFirst();
        try (Connection service = connect(database)) {
            execute(service, "SET ROLE service_role");
            assertThat(spend(service, UUID.randomUUID().toString(), profile, 1)).isEqualTo("t");
            assertThat(ask(service, "SELECT id FROM profiles")).contains(profile);
        }
        for (String role : List.of("anon", "authenticated")) {
            try (Connection other = connect(database)) {
                execute(other, "SET ROLE " + role);
                for (String table : new StandInSchema().tables.keySet()) {
                    assertThat(ask(other, "SELECT 1 FROM " + table)).isEmpty();
                }
                assertThatThrownBy(() -> execute(other, "INSERT INTO profiles (id) VALUES (gen_random_uuid())"))
                        .hasMessageContaining("row-level security");
                assertThatThrownBy(() -> spend(other, UUID.randomUUID().toString(), profile, 1))
                        .hasMessageContaining("permission denied for function");
            }
        }
    }

    @Test
    void whatBelongsToAnAccountGoesWithIt() throws SQLException {
        String profile = account(true);
        spend(project, UUID.randomUUID().toString(), profile, 1);
        execute(
                project,
                "INSERT INTO bonus_tokens (user_id, granted_tokens, expires_at) VALUES ('" + profile + "', 1, now())");
        execute(project, "DELETE FROM auth.users WHERE id = '" + profile + "'");
        for (String table : List.of("usage_events", "token_usage", "bonus_tokens")) {
            assertThat(ask(project, "SELECT 1 FROM " + table + " WHERE user_id = '" + profile + "'"))
                    .isEmpty();
        }
    }

    /** The tables of an earlier program of the same project: events of another kind, bonuses without an end. */
    private static final String EARLIER = """
            CREATE TABLE profiles (id UUID PRIMARY KEY REFERENCES auth.users (id), email TEXT NOT NULL,
                patreon_user_id TEXT);
            CREATE UNIQUE INDEX one_patron ON profiles (patreon_user_id) WHERE patreon_user_id IS NOT NULL;
            CREATE TABLE usage_events (id UUID PRIMARY KEY DEFAULT gen_random_uuid(), session_id UUID NOT NULL,
                user_id UUID REFERENCES auth.users (id), event_type TEXT NOT NULL, app_version TEXT NOT NULL,
                occurred_at TIMESTAMPTZ NOT NULL, created_at TIMESTAMPTZ DEFAULT now());
            CREATE TABLE token_usage (id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
                user_id UUID NOT NULL REFERENCES auth.users (id), year_month TEXT NOT NULL,
                tokens_used BIGINT NOT NULL DEFAULT 0, updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
                UNIQUE (user_id, year_month));
            CREATE TABLE bonus_tokens (id UUID PRIMARY KEY DEFAULT gen_random_uuid(), user_id UUID NOT NULL,
                source_type VARCHAR(50) NOT NULL, granted_tokens BIGINT NOT NULL, used_tokens BIGINT NOT NULL DEFAULT 0,
                created_at TIMESTAMPTZ NOT NULL DEFAULT now());
            CREATE TABLE crash_reports (id UUID PRIMARY KEY, crash_timestamp TIMESTAMPTZ NOT NULL,
                error_message TEXT NOT NULL, stack_trace TEXT, app_version VARCHAR(50) NOT NULL,
                os_version VARCHAR(100) NOT NULL, system_info JSONB, logs TEXT, client_ip VARCHAR(45),
                created_at TIMESTAMPTZ DEFAULT now());
            INSERT INTO auth.users VALUES ('00000000-0000-4000-8000-000000000001');
            INSERT INTO profiles VALUES ('00000000-0000-4000-8000-000000000001', 'one@example.com', '1');
            INSERT INTO token_usage (user_id, year_month, tokens_used)
                VALUES ('00000000-0000-4000-8000-000000000001', '2026-11', 100);
            INSERT INTO bonus_tokens (user_id, source_type, granted_tokens)
                VALUES ('00000000-0000-4000-8000-000000000001', 'promotion', 50);
            """;

    @Test
    void itRunsBesideTheTablesOfAnEarlierProgramWhichGoesOn() throws Exception {
        try (Connection earlier = project()) {
            execute(earlier, EARLIER);
            for (int time = 0; time < 2; time++) {
                execute(earlier, Files.readString(SCRIPT));
            }
            String one = "00000000-0000-4000-8000-000000000001";
            execute(earlier, "SET ROLE service_role");
            String id = UUID.randomUUID().toString();
            assertThat(spend(earlier, id, one, 5)).isEqualTo("t");
            assertThat(spend(earlier, id, one, 5)).isEqualTo("f");
            assertThat(ask(earlier, "SELECT tokens_used FROM token_usage")).containsExactly("105");
            assertThat(ask(earlier, "SELECT granted_tokens FROM bonus_tokens WHERE expires_at IS NULL"))
                    .containsExactly("50");
            execute(
                    earlier,
                    "INSERT INTO crash_reports (id, crash_timestamp, error_message, app_version, os_version, system_info,"
                            + " client, received_at) VALUES (gen_random_uuid(), '2026-11-17T00:00:00', 'e', '"
                            + "1".repeat(200) + "', 'os', '{}', 'client', now())");
            execute(earlier, "RESET ROLE");
            execute(
                    earlier,
                    "INSERT INTO usage_events (session_id, user_id, event_type, app_version, occurred_at)"
                            + " VALUES (gen_random_uuid(), '" + one + "', 'translation', '1.0', now())");
            assertThat(ask(earlier, "SELECT count(*) FROM usage_events WHERE event_type IS NOT NULL"))
                    .containsExactly("1");
        }
    }

    @Test
    void itCanBeRunAgainAndBesideProfilesThatAreThere() throws Exception {
        execute(project, Files.readString(SCRIPT));
        try (Connection grown = project()) {
            execute(grown, "CREATE TABLE profiles (id UUID PRIMARY KEY REFERENCES auth.users (id), nickname TEXT)");
            execute(grown, "INSERT INTO auth.users VALUES ('00000000-0000-4000-8000-000000000000')");
            execute(grown, "INSERT INTO profiles VALUES ('00000000-0000-4000-8000-000000000000', 'one')");
            execute(grown, Files.readString(SCRIPT));
            execute(grown, "UPDATE profiles SET patreon_user_id = '1'");
            assertThat(ask(grown, "SELECT nickname || patreon_user_id FROM profiles"))
                    .containsExactly("one1");
        }
    }
}
