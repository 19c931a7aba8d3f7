package dev.yorozu.date;

import dev.yorozu.date.DateToken.Kind;
import java.util.OptionalLong;

/**
 * Reads dates as {@code Date.parse} of JavaScript does, in V8, with UTC as the local zone: what people and programs sent to
 * a server that ran on Node means the same here.
 *
 * <p>The language defines one form, {@code 2026-03-01T12:00:00.000Z} with parts that may be left out; the rest is each
 * engine's own. V8 first reads that form as far as it goes, and the rest by what a number can still be: one before a colon
 * belongs to a time, others to the day; words are months, zones, halves of the day, or noise before the first number. A
 * text of the defined form that goes wrong in its time is no date; one that goes wrong before it may still be one of the
 * other kind. See {@code dateparser-inl.h} in the sources of V8, whose steps these are.
 */
public final class JavaScriptDate {
    private final DateTokens tokens;
    private final DateFields fields = new DateFields();
    /** The piece at which the defined form went wrong, for the other way of reading. */
    private DateToken unread = new DateToken(Kind.END, 0, 0);

    /** Whether all of the day is of the defined form. */
    private boolean iso;

    /** Whether there was a number: behind one, words must mean something. */
    private boolean numbered;

    private JavaScriptDate(String text) {
        this.tokens = new DateTokens(text);
    }

    /** Milliseconds since 1970; empty where JavaScript says {@code NaN}. */
    public static OptionalLong parse(String text) {
        return new JavaScriptDate(text).parse();
    }

    private OptionalLong parse() {
        return defined() && others() ? fields.instant(iso) : OptionalLong.empty();
    }

    private boolean leave(DateToken token) {
        unread = token;
        return true;
    }

    /** Reads the defined form as far as it goes; false when the text cannot be a date any more. */
    private boolean defined() {
        DateToken first = tokens.take();
        if (first.isSign() && tokens.peek().isNumber(6)) {
            int year = tokens.take().value();
            if (first.sign() < 0 && year == 0) {
                return leave(first);
            }
            fields.day.add(first.sign() * year);
        } else if (first.isNumber(4)) {
            fields.day.add(first.value());
        } else {
            return leave(first);
        }
        for (int most = 12; most <= 31 && tokens.skip('-'); most += 19) {
            if (!isTwoDigits(1, most)) {
                return leave(tokens.take());
            }
            fields.day.add(tokens.take().value());
        }
        if (!tokens.peek().is(Kind.TIME_MARK) && !tokens.peek().is(Kind.END)) {
            return leave(tokens.take());
        }
        iso = true;
        return tokens.take().is(Kind.END) || (time() && zone() && tokens.peek().is(Kind.END));
    }

    private boolean isTwoDigits(int least, int most) {
        return tokens.peek().isNumber(2) && DateFields.within(tokens.peek().value(), least, most);
    }

    private boolean time() {
        if (!isTwoDigits(0, 24)) {
            return false;
        }
        int hour = tokens.take().value();
        fields.time.add(hour);
        for (int minutes = 0; minutes < 2; minutes++) {
            if (!tokens.skip(':')) {
                return minutes > 0;
            }
            if (!isTwoDigits(0, hour == 24 ? 0 : 59)) {
                return false;
            }
            fields.time.add(tokens.take().value());
        }
        if (!tokens.skip('.')) {
            return true;
        }
        boolean fraction =
                tokens.peek().is(Kind.NUMBER) && (hour < 24 || tokens.peek().value() == 0);
        return fraction && fields.time.add(millis(tokens.take()));
    }

    private boolean zone() {
        if (tokens.peek().isZulu()) {
            tokens.take();
            fields.zone(0);
            return true;
        }
        if (!tokens.peek().isSign()) {
            return true;
        }
        fields.zoneSign = tokens.take().sign();
        if (tokens.peek().isNumber(4)) {
            int both = tokens.take().value();
            fields.zone(both / 100, both % 100);
            return both / 100 < 24 && both % 100 < 60;
        }
        if (!isTwoDigits(0, 23)) {
            return false;
        }
        fields.zoneHour(tokens.take().value());
        if (!tokens.skip(':') || !isTwoDigits(0, 59)) {
            return false;
        }
        fields.zoneMinute = tokens.take().value();
        return true;
    }

    /** Reads the rest piece by piece; false when one of them cannot belong to a date. */
    private boolean others() {
        numbered = !fields.day.isEmpty();
        for (DateToken token = unread; !token.is(Kind.END); token = tokens.take()) {
            if (!other(token)) {
                return false;
            }
        }
        return true;
    }

    private boolean other(DateToken token) {
        return switch (token.kind()) {
            case NUMBER -> {
                numbered = true;
                yield number(token.value());
            }
            case MONTH, HALF_DAY, ZONE, TIME_MARK, WORD -> word(token);
            case SYMBOL ->
                token.isSign() && (fields.isUtc() || !fields.time.isEmpty())
                        ? offset(token.sign())
                        : !(numbered && (token.isSign() || token.isSymbol(')')));
            case SPACE, OTHER, END -> true;
        };
    }

    private boolean number(int number) {
        if (tokens.skip(':')) {
            return hourOrMinute(number);
        }
        if (tokens.skip('.') && fields.expectsTime(number)) {
            fields.time.add(number);
            return tokens.peek().is(Kind.NUMBER) && fields.endTime(millis(tokens.take()));
        }
        if (fields.expectsZoneMinute(number)) {
            fields.zoneMinute = number;
            return true;
        }
        if (fields.expectsTime(number)) {
            fields.endTime(number);
            DateToken next = tokens.peek();
            return next.is(Kind.END) || next.is(Kind.SPACE) || next.isZulu() || next.isSign();
        }
        boolean room = fields.day.add(number);
        tokens.skip('-');
        return room;
    }

    private boolean hourOrMinute(int number) {
        if (tokens.skip(':')) {
            return fields.time.isEmpty() && fields.time.add(number) && fields.time.add(0);
        }
        boolean room = fields.time.add(number);
        tokens.skip('.');
        return room;
    }

    private boolean word(DateToken word) {
        if (word.is(Kind.HALF_DAY) && !fields.time.isEmpty()) {
            fields.halfDay = word.value();
        } else if (word.is(Kind.MONTH)) {
            fields.namedMonth = word.value();
            tokens.skip('-');
        } else if (word.is(Kind.ZONE) && numbered) {
            fields.zone(word.value());
        } else {
            return !numbered && !tokens.peek().is(Kind.NUMBER);
        }
        return true;
    }

    /** How far a zone is from UTC: hours, hours and minutes with a colon, or both in one number. */
    private boolean offset(int sign) {
        fields.zoneSign = sign;
        DateToken number = tokens.peek().is(Kind.NUMBER) ? tokens.take() : new DateToken(Kind.NUMBER, 0, 0);
        numbered = true;
        if (tokens.peek().isSymbol(':')) {
            fields.zoneHour(number.value());
            return true;
        }
        int hundreds = number.length() > 2 ? 100 : 1;
        fields.zone(number.value() / hundreds, number.value() % hundreds);
        return DateFields.within(number.length(), 1, 4);
    }

    /** A fraction of a second in whole milliseconds. */
    private static int millis(DateToken fraction) {
        int millis = fraction.value();
        int digits = Math.min(fraction.length(), DateTokens.SIGNIFICANT_DIGITS);
        for (; digits < 3; digits++) {
            millis *= 10;
        }
        for (; digits > 3; digits--) {
            millis /= 10;
        }
        return millis;
    }
}
