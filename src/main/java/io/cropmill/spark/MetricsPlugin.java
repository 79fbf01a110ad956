package io.cropmill.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Shows a rebuild's figures in Spark's own metrics system: whatever sinks {@code metrics.properties} names (JMX,
 * Prometheus, Graphite, CSV) get {@code <app>.driver.plugin.io.cropmill.spark.MetricsPlugin.recordings}, {@code crops},
 * {@code bytes}, {@code skipped} and {@code unchanged}. A plugin is the public way in; a {@code Source} is Spark's own.
 *
 * <p>Loaded by {@code spark.plugins}, which {@code jobs/cropmill} sets. Without it everything works but the metrics.
 */
public final class MetricsPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public void registerMetrics(String appId, PluginContext context) {
                register(context.metricRegistry(), JobMetrics.OF_DRIVER);
            }
        };
    }

    /** Executors show nothing of their own: their counts go to the driver. */
    @Override
    public @Nullable ExecutorPlugin executorPlugin() {
        return null;
    }

    private static void register(MetricRegistry registry, JobMetrics metrics) {
        Map<String, Supplier<Long>> figures = Map.of(
                "recordings", metrics::recordings,
                "crops", metrics::crops,
                "bytes", metrics::bytes,
                "skipped", metrics::skipped,
                "unchanged", metrics::unchanged);
        figures.forEach((name, figure) -> registry.register(name, (Gauge<Long>) figure::get));
    }
}
