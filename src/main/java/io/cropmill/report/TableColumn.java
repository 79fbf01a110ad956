package io.cropmill.report;

import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A column of a {@link DataTable}.
 *
 * @param <R> type of a row
 */
sealed interface TableColumn<R> {
    /** Its heading. */
    String label();

    /** Name of the column's form in {@code report.js}. */
    String form();

    /** What a row's cell shows. */
    String shown(R row);

    /** A row's value, by which the page sorts and filters. */
    void write(R row, ScriptJson json) throws IOException;

    /** Text, sorted by its characters. */
    record TextColumn<R>(String label, Function<R, String> value) implements TableColumn<R> {
        @Override
        public String form() {
            return "text";
        }

        @Override
        public String shown(R row) {
            return value.apply(row);
        }

        @Override
        public void write(R row, ScriptJson json) throws IOException {
            json.string(value.apply(row));
        }
    }

    /** A number, shown in a form that {@code report.js} knows too. */
    record AmountColumn<R>(String label, Form amountForm, ToLongFunction<R> value) implements TableColumn<R> {
        /** How it is shown. */
        enum Form {
            COUNT("count") {
                @Override
                String shown(long number) {
                    return Figures.count(number);
                }
            },
            /** A count, or nothing if it is negative. */
            OPTIONAL("optional") {
                @Override
                String shown(long number) {
                    return number < 0 ? "" : Figures.count(number);
                }
            },
            /** A count that needs a look if it is not 0. */
            FINDINGS("findings") {
                @Override
                String shown(long number) {
                    return Figures.count(number);
                }
            },
            BYTES("bytes") {
                @Override
                String shown(long number) {
                    return Figures.bytes(number);
                }
            };

            private final String script;

            Form(String script) {
                this.script = script;
            }

            abstract String shown(long number);
        }

        @Override
        public String form() {
            return amountForm.script;
        }

        @Override
        public String shown(R row) {
            return amountForm.shown(value.applyAsLong(row));
        }

        @Override
        public void write(R row, ScriptJson json) throws IOException {
            json.number(value.applyAsLong(row));
        }
    }
}
