package io.cropmill.spark;

import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.RaggedOrigin;
import io.cropmill.crop.Recording;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Which fields of sources the settings leave out, read from the sources' headers on executors. */
public final class LeftOutFields {
    private LeftOutFields() {}

    private record Found(String recording, ArrayList<LeftOutField> fields) implements Serializable {}

    /** Fields by recording; recordings of which nothing is left out, or that cannot be opened, are not among them. */
    public static Map<String, List<LeftOutField>> of(
            JavaSparkContext spark, Locations locations, List<SourceRecording> recordings, FieldChoice choice)
            throws IOException {
        List<SourceRecording> some = recordings.stream()
                .filter(recording -> !choice.skipFields().isEmpty()
                        || (recording.origin() instanceof RaggedOrigin
                                && !choice.pointFields().isEmpty()))
                .toList();
        List<Stage.Task<SourceRecording>> tasks =
                SplitPlan.tasks(some, SourceRecording::bytes, Cores.of(spark)).stream()
                        .map(items -> new Stage.Task<>(items, List.of()))
                        .toList();
        Map<String, List<LeftOutField>> fields = new HashMap<>();
        String description = "Look at the fields of " + Stage.naming(some, SourceRecording::name);
        for (Found found : Stage.run(spark, description, tasks, new FieldsFunction(locations, choice))) {
            if (!found.fields().isEmpty()) {
                fields.put(found.recording(), found.fields());
            }
        }
        return fields;
    }

    private record FieldsFunction(Locations locations, FieldChoice choice)
            implements FlatMapFunction<Iterator<SourceRecording>, Found> {
        @Override
        public Iterator<Found> call(Iterator<SourceRecording> recordings) throws IOException {
            List<Found> found = new ArrayList<>();
            try (Storage source = locations.openSource()) {
                while (recordings.hasNext()) {
                    SourceRecording recording = recordings.next();
                    found.add(new Found(recording.name(), new ArrayList<>(fields(source, recording))));
                }
            }
            return found.iterator();
        }

        private List<LeftOutField> fields(Storage source, SourceRecording recording) throws IOException {
            try (Recording opened = recording.open(source, choice)) {
                return opened.leftOut();
            } catch (IOException e) {
                // What is wrong with a recording is for those to tell who read its rows.
                if (RecordingProblem.of(e).isEmpty()) {
                    throw e;
                }
                return List.of();
            }
        }
    }
}
