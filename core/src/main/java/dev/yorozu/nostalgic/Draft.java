package dev.yorozu.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.function.Function;

/**
 * What a new service of one kind has beyond what all have.
 *
 * @param fields of its record, in their order
 * @param settings what its owner can change
 * @param beginning what is written along with the record of a service of this name
 */
public record Draft(Document fields, Document settings, Function<String, List<Write>> beginning) {}
