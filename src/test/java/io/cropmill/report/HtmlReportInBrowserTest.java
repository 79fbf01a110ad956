package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.text.VisibleText;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.NoAlertPresentException;
import org.openqa.selenium.WebElement;

/** The page of a damaged dataset with a hostile name, as a reader meets it. */
@Slow
class HtmlReportInBrowserTest {
    private static final ValidationReport REPORT = Reports.different();
    private static final String ROWS = "#recordings-table tbody tr";
    // Colours of the pixels of an image or canvas, as many as differ.
    private static final String COLOURS = """
            function colours(drawable, width, height) {
              const canvas = document.createElement('canvas');
              canvas.width = width;
              canvas.height = height;
              const context = canvas.getContext('2d');
              context.drawImage(drawable, 0, 0);
              return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
            }
            """;

    private static Browser browser;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        Path page = folder.resolve("report.html");
        try (OutputStream out = Files.newOutputStream(page)) {
            HtmlReport.write(REPORT, out);
        }
        browser = Browser.open(page, folder.resolve("profile"));
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void reload() {
        browser.forget();
        browser.driver().navigate().refresh();
    }

    @Test
    void showsTheVerdict() {
        assertThat(element("h1").getText()).isEqualTo("DIFFERENT");
        assertThat(browser.driver().getTitle()).isEqualTo("DIFFERENT: validation of version v000007");
    }

    @Test
    void sortsByEveryColumnInBothDirections() {
        List<Function<RecordingChecked, Long>> numbers = List.of(
                RecordingChecked::failures,
                RecordingChecked::warnings,
                recording -> recording.sums().crops(),
                recording -> recording.sums().compared(),
                recording -> recording.sums().sourcePoints(),
                recording -> recording.sums().points(),
                recording -> recording.sums().sourcePoints() - recording.sums().points(),
                recording -> recording.sums().overCap(),
                recording -> recording.bytes().source(),
                recording -> recording.bytes().pair(),
                recording -> recording.bytes().rasters());
        for (int i = 0; i < numbers.size(); i++) {
            Comparator<RecordingChecked> rising = Comparator.comparing(numbers.get(i));
            sort(i + 2);
            assertThat(names()).as("column %d falling", i + 2).isEqualTo(firstPage(rising.reversed()));
            sort(i + 2);
            assertThat(names()).as("column %d rising", i + 2).isEqualTo(firstPage(rising));
        }
        sort(1);
        assertThat(names()).isEqualTo(firstPage(Comparator.comparing(RecordingChecked::name)));
        assertThat(heading(1).getAttribute("aria-sort")).isEqualTo("ascending");
        sort(1);
        assertThat(names())
                .isEqualTo(
                        firstPage(Comparator.comparing(RecordingChecked::name).reversed()));
        assertThat(heading(1).getAttribute("aria-sort")).isEqualTo("descending");
    }

    @Test
    void leavesTheRowsThatMatchAFilter() {
        element("#recordings-table input[type=search]").sendKeys("DRIVE-11");

        assertThat(names())
                .containsExactly(
                        "drive-110",
                        "drive-111",
                        "drive-112",
                        "drive-113",
                        "drive-114",
                        "drive-115",
                        "drive-116",
                        "drive-117",
                        "drive-118",
                        "drive-119");
        assertThat(element("#recordings-table .status").getText()).isEqualTo("Rows 1\u201310 of 10 (120 in all)");
        sort(1);
        sort(1);
        assertThat(names().get(0)).isEqualTo("drive-119");
        element("#recordings-table input[type=search]").sendKeys("nothing is called so");
        assertThat(names()).isEmpty();
        assertThat(element("#recordings-table .status").getText()).isEqualTo("No rows (120 in all)");
    }

    @Test
    void leavesRecordingsWithFindings() {
        element("#recordings-table input[type=checkbox]").click();

        assertThat(names()).containsExactly("drive-003", VisibleText.of(Reports.HOSTILE_NAME));
        element("#recordings-table input[type=checkbox]").click();
        assertThat(names()).hasSize(DataTable.PAGE);
    }

    @Test
    void turnsPages() {
        assertThat(element("#recordings-table .previous").isEnabled()).isFalse();
        for (int page = 0; page < 4; page++) {
            element("#recordings-table .next").click();
        }

        assertThat(element("#recordings-table .status").getText()).isEqualTo("Rows 101\u2013120 of 120");
        assertThat(names()).hasSize(20).endsWith("drive-119");
        assertThat(element("#recordings-table .next").isEnabled()).isFalse();
    }

    @Test
    void sortsAndFiltersFindings() {
        element("#findings-table input[type=search]").sendKeys("label");
        assertThat(texts("#findings-table tbody tr td:nth-child(9)"))
                .containsExactly("[v000007/drive-003.npy] Expected label 3 in row 18, but found 4");
    }

    @Test
    void showsTheSameNumbersWithAndWithoutScripts() throws Exception {
        StringBuilder html = new StringBuilder();
        HtmlReport.write(REPORT, html);
        List<Object> shown = browser.list("""
                const plain = new DOMParser().parseFromString(arguments[0], 'text/html');
                return ['#recordings-table tbody', '#findings-table tbody'].flatMap(table => {
                  const texts = of => [...of.querySelectorAll(table + ' td')].map(cell => cell.textContent);
                  return [JSON.stringify(texts(plain)), JSON.stringify(texts(document))];
                });
                """, html.toString());

        assertThat(shown.get(0)).isEqualTo(shown.get(1)).asString().contains("drive-024");
        assertThat(shown.get(2)).isEqualTo(shown.get(3)).asString().contains("metadata");
    }

    @Test
    void drawsPicturesThatAreNotBlank() {
        List<Object> old = browser.list(COLOURS + """
                return [...document.querySelectorAll('figure.old img, figure.new img')]
                  .map(image => image.naturalWidth === 144 ? colours(image, 144, 144) : 0);
                """);
        List<Object> differing = browser.list(COLOURS + """
                return [...document.querySelectorAll('.differs figure.difference img')]
                  .map(image => colours(image, image.naturalWidth, image.naturalHeight));
                """);
        List<Object> above = List.copyOf((List<?>) browser.driver().executeAsyncScript(COLOURS + """
                const done = arguments[0];
                Promise.all([...document.querySelectorAll('.top-view image')].map(async element => {
                  const image = new Image();
                  image.src = element.getAttribute('href');
                  await image.decode();
                  return colours(image, image.naturalWidth, image.naturalHeight);
                })).then(done);
                """));

        assertThat(old).hasSize(12).allSatisfy(HtmlReportInBrowserTest::manyColours);
        assertThat(differing).containsExactly(3L);
        assertThat(above).hasSize(2).allSatisfy(HtmlReportInBrowserTest::manyColours);
    }

    @Test
    void drawsCharts() {
        List<Object> charts = browser.list(COLOURS + """
                return [...document.querySelectorAll('canvas')]
                  .map(canvas => colours(canvas, canvas.width, canvas.height));
                """);

        assertThat(charts).hasSize(3).allSatisfy(HtmlReportInBrowserTest::manyColours);
    }

    @Test
    void asksTheNetworkForNothing() {
        element("#recordings-table .next").click();
        element("#chart-histogram").click();

        assertThat(browser.requests())
                .as("the page itself")
                .isNotEmpty()
                .allMatch(url -> url.startsWith("file:///") && url.endsWith("/report.html"));
        assertThat(browser.list("return performance.getEntriesByType('resource').map(entry => entry.name)"
                        + ".filter(name => !name.startsWith('data:'))"))
                .isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void forbidsWhatAnAttackerWouldAdd() {
        browser.driver().executeAsyncScript("""
                const done = arguments[0];
                const script = document.createElement('script');
                script.textContent = 'window.pwned = 3';
                document.body.append(script);
                const image = new Image();
                image.onerror = () => done();
                image.src = 'http://127.0.0.1:9/beacon.png';
                """);

        assertThat(browser.value("return typeof window.pwned")).isEqualTo("undefined");
        assertThat(browser.complaints())
                .anyMatch(line -> line.contains("script-src"))
                .anyMatch(line -> line.contains("img-src"))
                .noneMatch(line -> line.contains("net::ERR"));
    }

    @Test
    void showsHostileNamesAsText() {
        String name = VisibleText.of(Reports.HOSTILE_NAME);

        assertThat(browser.value("return typeof window.pwned")).isEqualTo("undefined");
        assertThatThrownBy(() -> browser.driver().switchTo().alert()).isInstanceOf(NoAlertPresentException.class);
        assertThat(browser.list("return [...document.querySelectorAll('[onerror], img:not([src^=\"data:\"])')]"))
                .isEmpty();
        assertThat(browser.value("return document.scripts.length")).isEqualTo(5L);
        assertThat(texts("article.crop h3")).contains(name + ", row 203");
        assertThat(texts("#findings-table tbody tr:nth-child(3) td:nth-child(3)"))
                .containsExactly(name);
    }

    @Test
    void fitsAPhone() {
        browser.phone(360);
        try {
            assertThat(browser.value("return document.documentElement.scrollWidth"))
                    .isEqualTo(360L);
            assertThat(browser.list("""
                    return [...document.querySelectorAll('canvas, .plane, .tiles li, #findings-table td')]
                      .filter(element => element.getBoundingClientRect().right > 360).map(element => element.outerHTML);
                    """)).isEmpty();
        } finally {
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    private static void manyColours(Object number) {
        assertThat((Long) number).isGreaterThan(5);
    }

    private static WebElement element(String selector) {
        return browser.driver().findElement(By.cssSelector(selector));
    }

    private static WebElement heading(int column) {
        return element("#recordings-table th:nth-child(" + column + ")");
    }

    private static void sort(int column) {
        heading(column).findElement(By.tagName("button")).click();
    }

    private static List<String> names() {
        return texts(ROWS + " td:first-child");
    }

    private static List<String> texts(String selector) {
        return browser
                .list("return [...document.querySelectorAll(arguments[0])].map(found => found.textContent)", selector)
                .stream()
                .map(String.class::cast)
                .toList();
    }

    private static List<String> firstPage(Comparator<RecordingChecked> order) {
        return REPORT.recordings().stream()
                .sorted(order)
                .limit(DataTable.PAGE)
                .map(recording -> VisibleText.of(recording.name()))
                .toList();
    }
}
