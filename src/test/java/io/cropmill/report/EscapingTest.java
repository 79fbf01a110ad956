package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cropmill.text.VisibleText;
import java.util.List;
import org.junit.jupiter.api.Test;

class EscapingTest {
    @Test
    void showsWhatWouldHideOrTurnText() {
        assertThat(VisibleText.of("a\nb\r\tc\u0000\u007f")).isEqualTo("a\\nb\\r\\tc\\u0000\\u007f");
        assertThat(VisibleText.of("x\u202Etxt\u2066\u200F")).isEqualTo("x\\u202etxt\\u2066\\u200f");
        assertThat(VisibleText.of("\u2028\u2029\uFEFF\uD800 \uDB40\uDC01"))
                .isEqualTo("\\u2028\\u2029\\ufeff\\ud800 \\udb40\\udc01");
    }

    @Test
    void leavesOrdinaryTextOfAnyLanguageAlone() {
        String text = "K\u00f6ln/\u6771\u4eac \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 \uD83D\uDE97 a:b\\c";

        assertThat(VisibleText.of(text)).isSameAs(text);
    }

    @Test
    void escapesTextAndAttributes() throws Exception {
        StringBuilder html = new StringBuilder();
        new Markup(html).element("p", "<b>&\"'\u202E", "title", "\"><script>'&\n");

        assertThat(html.toString())
                .isEqualTo("<p title=\"&quot;&gt;&lt;script&gt;&#39;&amp;\\n\">&lt;b&gt;&amp;&quot;&#39;\\u202e</p>\n");
    }

    @Test
    void keepsJsonInsideItsElement() throws Exception {
        StringBuilder html = new StringBuilder();
        new Markup(html)
                .openData("x")
                .openObject()
                .name("</script>")
                .openList()
                .string("<!--<script>&'\"\\\u2028\n")
                .number(-1)
                .openList()
                .closeList()
                .closeList()
                .name("b")
                .number(2)
                .closeObject();
        String json = html.substring("<script type=\"application/json\" id=\"x\">".length());

        assertThat(json)
                .isEqualTo(
                        "{\"\\u003c/script\\u003e\":[\"\\u003c!--\\u003cscript\\u003e\\u0026\\u0027\\\"\\\\\\\\u2028\\\\n\""
                                + ",-1,[]],\"b\":2}");
        assertThat(new ObjectMapper().readTree(json).get("</script>").get(0).textValue())
                .isEqualTo("<!--<script>&'\"\\\\u2028\\n");
    }

    @Test
    void writesTextThatIsUtf8() throws Exception {
        for (String text : List.of("\uD800", "\uDC00", "a\uD800b")) {
            StringBuilder html = new StringBuilder();
            new Markup(html).text(text);

            assertThat(html.toString())
                    .isEqualTo(text.replace("\uD800", "\\ud800").replace("\uDC00", "\\udc00"));
        }
    }
}
