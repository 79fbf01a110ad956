package io.cropmill.spark;

import io.cropmill.spark.ValidateFunction.TaskChecked;
import io.cropmill.storage.Storage;
import io.cropmill.validate.CropStatistics;
import io.cropmill.validate.SplitChecked;
import io.cropmill.validate.SplitValidator;
import io.cropmill.validate.ValidationSettings;
import io.cropmill.validate.ValidationWork;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Compares a task's splits. */
record ValidateFunction(Locations locations, ValidationSettings settings, Meters meters)
        implements FlatMapFunction<Iterator<ValidationWork>, TaskChecked> {
    /** All that a task found. */
    record TaskChecked(ArrayList<SplitChecked> splits, CropStatistics overall) implements Serializable {}

    @Override
    public Iterator<TaskChecked> call(Iterator<ValidationWork> works) throws IOException {
        ArrayList<SplitChecked> checked = new ArrayList<>();
        try (Storage source = locations.openSource()) {
            SplitValidator validator =
                    new SplitValidator(source, locations.validationFolders(settings.against()), settings);
            while (works.hasNext()) {
                ValidationWork work = works.next();
                checked.add(validator.validate(work, meters::add));
                if (work.split().index() == 0) {
                    meters.recordings().add(1);
                }
            }
            return List.of(new TaskChecked(checked, validator.overall())).iterator();
        }
    }
}
