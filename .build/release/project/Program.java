import dev.yorozu.Yorozu;
import dev.yorozu.json.Document;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.rocks.RocksStore;
import java.nio.file.Path;

/** Keeps a session in an embedded store, and finds it again after the store was closed. */
final class Program {
    public static void main(String[] arguments) {
        Path data = Path.of(arguments[0]);
        String sid = "";
        try (Yorozu yorozu = Yorozu.open(RocksStore.open(data))) {
            if (yorozu.sessions("shop").start("hanako", Document.empty()) instanceof Start.Started started) {
                sid = started.session().sid().orElseThrow();
            }
        }
        try (Yorozu yorozu = Yorozu.open(RocksStore.open(data))) {
            Sessions sessions = yorozu.sessions("shop");
            System.out.println(sessions.find(sid).map(found -> "hanako is signed in").orElse("nobody is signed in"));
        }
    }
}
