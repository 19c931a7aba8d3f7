package dev.yorozu.server.doors.cloudflare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** A Worker on the real runtime, with its KV binding pointed here. */
class WorkerdTest {
    private static final String TOLD = """
            {"text":"héllo",
            "json":{"a":[1,"é"]},
            "arrayBuffer":[0,255,10,13,128],
            "stream":"a stream",
            "empty":"",
            "names":["named",true],
            "absent":[null,null],
            "metadata":["with",{"né":"日本","n":1.5},null],
            "expiration":[true,true,true,[1]],
            "tooShort":"KV PUT failed: 400 Bad Request",
            "tooLarge":"KV PUT failed: 413 Request Entity Too Large",
            "tooLong":"KV GET failed: 414 UTF-8 encoded length of 513 exceeds key length limit of 512.",
            "pages":[4,25,25,"page/00","page/24"],
            "deletion":null,
            "bulk":["{\\"a\\":[1,\\"é\\"]}",null,{"a":[1,"é"]},null]}""";

    @Test
    void aBindingDoesAllThatItCan() throws Exception {
        try (KvSite site = new KvSite(new MemoryStore(), InstantSource.system());
                Workerd workerd = Workerd.start("tour.js", site.address(), "SHOP", site.secret("worker", "shop/*"))) {
            HttpResponse<String> told = workerd.post("/", "");
            assertThat(told.body()).isEqualTo(TOLD.replace("\n", ""));
        }
    }
}
