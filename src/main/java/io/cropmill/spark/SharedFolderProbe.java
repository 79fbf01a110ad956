package io.cropmill.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Asks the executors, a task an item, whether they see the folders; an answer is no failure, so that all are heard. */
record SharedFolderProbe(Locations locations) implements FlatMapFunction<Iterator<Integer>, SharedFolderProbe.Answer> {
    /**
     * What an executor said.
     *
     * @param refusal empty if it sees both folders
     */
    record Answer(String executor, String refusal) implements java.io.Serializable {}

    @Override
    public Iterator<Answer> call(Iterator<Integer> items) throws IOException {
        List<Answer> answers = new ArrayList<>();
        while (items.hasNext()) {
            items.next();
            String refusal = locations.openUnseen((source, target) ->
                    locations.sight().refusal(source, target).orElse(""));
            answers.add(new Answer(SparkEnv.get().executorId(), refusal));
        }
        return answers.iterator();
    }
}
