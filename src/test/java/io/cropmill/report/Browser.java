package io.cropmill.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium that has loaded one page from disk, and what it asked the network for. */
final class Browser implements AutoCloseable {
    // It warns of every Chromium that is newer than itself; held here, since loggers are collected with their level.
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** The test is skipped where there is no Chromium with its driver. */
    static Browser open(Path page, Path profile) {
        SELENIUM.setLevel(Level.SEVERE);
        Path chromium = program("CROPMILL_CHROMIUM", "/usr/bin/chromium");
        Path chromedriver = program("CROPMILL_CHROMEDRIVER", "/usr/bin/chromedriver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toString());
        options.addArguments(
                "--headless=new",
                // Its sandbox refuses to run as root, as containers do; the only page it opens is our own.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--window-size=1280,900",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.driver.get(page.toUri().toString());
        return browser;
    }

    private static Path program(String variable, String usual) {
        Path path = Path.of(Objects.requireNonNullElse(System.getenv(variable), usual));
        boolean present = Files.isExecutable(path);
        String reason = "Skipped: there is no " + path + " (install Debian's chromium and chromium-driver, or set "
                + variable + ")";
        if (!present) {
            System.out.println(reason);
        }
        assumeTrue(present, reason);
        return path;
    }

    ChromeDriver driver() {
        return driver;
    }

    /** The value of a JavaScript function's body. */
    @Nullable
    Object value(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    List<Object> list(String script, Object... arguments) {
        return List.copyOf((List<?>) Objects.requireNonNull(value(script, arguments)));
    }

    /** The window of a phone, so many CSS pixels wide. */
    void phone(int width) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 740, "deviceScaleFactor", 2, "mobile", true));
    }

    /**
     * Addresses that were asked for since the last call, as DevTools logged them, but for pictures that the page itself holds
     * and for the browser's own first tab.
     */
    List<String> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> entry.getMessage())
                .filter(message -> message.contains("\"Network.requestWillBeSent\""))
                .map(message -> message.replaceAll("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
                .filter(url -> !url.startsWith("data:") && !url.startsWith("chrome:"))
                .toList();
    }

    /** What the page's console says: errors of scripts, breaches of the policy. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** Empties what was logged so far. */
    void forget() {
        requests();
        complaints();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
