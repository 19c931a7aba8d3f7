package dev.yorozu.seat;

import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantHolders;
import java.time.Instant;
import java.util.Optional;

/** Seats as holders of what the provider granted. */
public final class SeatGrants implements GrantHolders<Seat> {
    private final Seats seats;

    public SeatGrants(Seats seats) {
        this.seats = seats;
    }

    @Override
    public String keyPart(Seat holder) {
        return holder.keyPart();
    }

    @Override
    public Optional<Instant> accessEnd(Seat holder) {
        return Optional.of(holder.tokensEnd());
    }

    @Override
    public Optional<String> accessToken(Seat holder) {
        return Optional.of(holder.accessToken());
    }

    @Override
    public Optional<String> refreshToken(Seat holder) {
        return Optional.of(holder.refreshToken()).filter(text -> !text.isEmpty());
    }

    @Override
    public Optional<Seat> find(Seat seen) {
        return seats.find(seen.token());
    }

    @Override
    public Writing<Seat> write(Seat seen, Grant grant, Instant asked) {
        return seats.change(seen, grant, asked);
    }

    @Override
    public boolean end(Seat seen) {
        return seats.end(seen);
    }
}
