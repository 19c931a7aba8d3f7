package dev.yorozu.server.bucket;

import dev.yorozu.store.Bytes;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An answer in XML, of which a few elements count: each that holds text alone, by its name, within the nearest
 * {@code Contents} or in the document. No entity and no declaration of a document type is followed.
 *
 * @param fields of the document; the first of each name
 * @param entries of each {@code Contents}
 */
record BucketAnswer(Map<String, String> fields, List<Map<String, String>> entries) {
    private static final String ENTRY = "Contents";
    private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

    static {
        XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XML.setProperty(XMLInputFactory.IS_COALESCING, true);
    }

    /** What a body says; empty when it is no XML. */
    static Optional<BucketAnswer> read(Bytes body) {
        Map<String, String> fields = new HashMap<>();
        List<Map<String, String>> entries = new ArrayList<>();
        Map<String, String> target = fields;
        StringBuilder text = new StringBuilder();
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(new ByteArrayInputStream(body.toArray()));
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamReader.START_ELEMENT -> {
                        text.setLength(0);
                        if (reader.getLocalName().equals(ENTRY)) {
                            target = new HashMap<>();
                            entries.add(target);
                        }
                    }
                    case XMLStreamReader.CHARACTERS -> text.append(reader.getText());
                    case XMLStreamReader.END_ELEMENT -> {
                        if (reader.getLocalName().equals(ENTRY)) {
                            target = fields;
                        } else {
                            target.putIfAbsent(
                                    reader.getLocalName(), text.toString().strip());
                        }
                    }
                    default -> {}
                }
            }
            return Optional.of(new BucketAnswer(fields, entries));
        } catch (XMLStreamException none) {
            return Optional.empty();
        }
    }

    Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name)).filter(value -> !value.isEmpty());
    }

    /** What went wrong, as the storage calls it; a storage may say so with status 200. */
    Optional<String> fault() {
        return field("Code");
    }
}
