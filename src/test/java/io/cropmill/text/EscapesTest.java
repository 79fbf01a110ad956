package io.cropmill.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapesTest {
    @Test
    void escapesWhatHtmlGivesAMeaning() {
        assertThat(VisibleText.html("<a href='x'>\"R&D\"\u202e</a>"))
                .isEqualTo("&lt;a href=&#39;x&#39;&gt;&quot;R&amp;D&quot;\\u202e&lt;/a&gt;");
    }

    @Test
    void keepsScriptDataInItsElement() {
        assertThat(VisibleText.scriptJson("</script>\"\\&'")).isEqualTo("\\u003c/script\\u003e\\\"\\\\\\u0026\\u0027");
    }

    @Test
    void quotesWhatAShellWouldSplitOrExpand() {
        assertThat(ShellWord.of("hdfs://nn/a%20b")).isEqualTo("hdfs://nn/a%20b");
        assertThat(ShellWord.of("it's $HOME")).isEqualTo("'it'\\''s $HOME'");
    }

    @Test
    void decodesWhatItEncodes() {
        assertThat(PercentEscapes.encode("a b/\u00e9~")).isEqualTo("a%20b/%C3%A9~");
        assertThat(PercentEscapes.decode("a%20b/%C3%A9~")).isEqualTo("a b/\u00e9~");
    }

    @Test
    void leavesPercentSignsThatStartNoEscape() {
        assertThat(PercentEscapes.decode("5% of \u00e9%2 %zz%")).isEqualTo("5% of \u00e9%2 %zz%");
    }
}
