package dev.yorozu.nostalgic.like;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Draft;
import dev.yorozu.nostalgic.Earlier;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.nostalgic.total.Totals;
import dev.yorozu.nostalgic.visitor.AddressLimit;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Passwords;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Like buttons, which each user can switch on and off, anew every day. Safe for use by many threads; how a press stays
 * whole whatever races it is told at {@link Press}.
 */
public final class Likes {
    /** How many answers tell of a button itself: its record and its total. */
    private static final int BUTTON = 2;

    private static final int PAGE = 120;

    private final Store store;
    private final LikePolicy policy;
    private final Days days;
    private final UserHashes hashes;
    private final Events events;
    private final Services services;
    private final Totals totals;

    public Likes(Store store, LikePolicy policy, Days days, UserHashes hashes, Passwords passwords, Events events) {
        this.store = store;
        this.policy = policy;
        this.days = days;
        this.hashes = hashes;
        this.events = events;
        this.services = new Services(store, Kind.LIKE, this::belongings, this::takeOver, passwords, days.clock());
        this.totals = new Totals(store, services, NostalgicKeys.LIKE_TOTAL, days.clock());
    }

    public Services services() {
        return services;
    }

    public Creation create(SiteUrl url, String token, Document settings) {
        return services.create(url, token, new Draft(Document.empty(), settings, this::beginning));
    }

    private List<Write> beginning(String id) {
        return List.of(new Write.Put(totals.key(id), Bytes.of(0), Expiry.never()));
    }

    private List<Key> belongings(Service service) {
        return List.of(totals.key(service.id()));
    }

    private void takeOver(Earlier earlier) {
        totals.takeOver(earlier, List.of());
    }

    private AddressLimit limit(String id, Visitor visitor, Instant now) {
        Marks marks = new Marks(Kind.LIKE);
        return AddressLimit.ofDay(marks, id, hashes, visitor, policy.usersPerAddress(), now, days.of(now));
    }

    /** Switches what the user likes: on when it was off, and off when it was on. */
    public Toggle toggle(String id, Visitor visitor) {
        if (!ServiceId.isValid(id)) {
            return new Toggle.Unknown();
        }
        Instant now = days.clock().instant();
        try {
            Toggle toggle = new Press(
                            store, policy, services, totals, states(id, visitor, now), limit(id, visitor, now))
                    .toggle();
            if (toggle instanceof Toggle.Toggled toggled) {
                report(toggled.view(), now);
            }
            return toggle;
        } catch (StoreException.WrongType | StoreException.NotAnObject damaged) {
            services.rethrow(id, damaged);
            return new Toggle.Unknown();
        }
    }

    private void report(LikeView view, Instant now) {
        if (view.service().webhook().isPresent()) {
            Document details = Document.empty().with("total", view.total()).with("liked", view.liked());
            events.happened(new Event(view.service(), "toggle", now, details));
        }
    }

    private States states(String id, Visitor visitor, Instant now) {
        return States.of(id, visitor, hashes, days, now);
    }

    public Optional<LikeView> view(String id, Visitor visitor) {
        Optional<LikeView> view =
                Optional.ofNullable(views(List.of(id), visitor).get(id));
        view.map(LikeView::service).filter(Service::isEarlier).ifPresent(services::takeOver);
        return view;
    }

    /** Those of the buttons that are there, in the given order. */
    public SequencedMap<String, LikeView> views(List<String> ids, Visitor visitor) {
        List<String> valid = ids.stream().filter(ServiceId::isValid).distinct().toList();
        Instant now = days.clock().instant();
        SequencedMap<String, LikeView> views = new LinkedHashMap<>();
        for (int start = 0; start < valid.size(); start += PAGE) {
            List<String> page = valid.subList(start, Math.min(start + PAGE, valid.size()));
            List<States> states =
                    page.stream().map(id -> states(id, visitor, now)).toList();
            try {
                read(states, views);
            } catch (StoreException.WrongType damaged) {
                states.forEach(each -> readAlone(each, views));
            }
        }
        return views;
    }

    /** So that a button with a damaged record keeps no other from being read. */
    private void readAlone(States states, SequencedMap<String, LikeView> views) {
        try {
            read(List.of(states), views);
        } catch (StoreException.WrongType damaged) {
            services.rethrow(states.id(), damaged);
        }
    }

    private void read(List<States> page, SequencedMap<String, LikeView> views) {
        List<Read.Get> questions = new ArrayList<>();
        for (States states : page) {
            questions.add(new Read.Get(services.record(states.id())));
            questions.add(new Read.Get(totals.key(states.id())));
            questions.addAll(states.questions());
        }
        List<Optional<Bytes>> answers = store.readAll(questions);
        int each = questions.size() / page.size();
        for (int i = 0; i < page.size(); i++) {
            List<Optional<Bytes>> own = answers.subList(i * each, (i + 1) * each);
            view(page.get(i), own).ifPresent(view -> views.put(view.service().id(), view));
        }
    }

    private Optional<LikeView> view(States states, List<Optional<Bytes>> answers) {
        List<Optional<Bytes>> said = answers.subList(BUTTON, answers.size());
        return answers.getFirst()
                .flatMap(record -> services.parse(states.id(), record))
                .map(service -> new LikeView(
                        service,
                        totals.of(service, answers.get(1)),
                        states.liked(store, service, states.day(store, said), said)));
    }

    /** Gives the button another total. Empty when it is the owner's no more. */
    public Optional<LikeView> set(Ownership.Owned owned, long total, Visitor visitor) {
        Key key = totals.key(owned.service().id());
        return services.change(
                        owned,
                        Document.empty(),
                        List.of(new Write.Put(key, Bytes.of(total), Expiry.never())),
                        List.of(Fields.number(Kind.LIKE.total(), total)))
                .flatMap(service -> view(service.id(), visitor));
    }

    /** Changes some settings; the others stay. Empty when it is the owner's no more. */
    public Optional<LikeView> change(Ownership.Owned owned, Document settings, Visitor visitor) {
        return services.change(owned, settings, List.of(), List.of()).flatMap(service -> view(service.id(), visitor));
    }

    /** The total of all buttons whose names begin with a prefix. */
    public Sum sum(String prefix) {
        return totals.sum(prefix);
    }
}
