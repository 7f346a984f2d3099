import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Summarises the temperatures on the command line; "x" stands for a failed reading. */
public class Program {
    static List<Integer> parse(String[] words) {
        List<Integer> readings = new ArrayList<>();
        int failed = 0;
        for (String word : words) {
            if (word.equals("x")) {
                failed++;
            } else {
                readings.add(Integer.parseInt(word));
            }
        }
        System.out.println("failed readings: " + failed);
        return readings;
    }

    static int mean(List<Integer> readings, String unit) {
        int sum = 0;
        for (int reading : readings) {
            sum += reading;
        }
        int mean = 0;
        if (!readings.isEmpty()) {
            mean = sum / readings.size();
        }
        return mean;
    }

    static int swing(List<Integer> readings) {
        int swing = 0;
        for (int day = 1; day < readings.size(); day++) {
            int change = Math.abs(readings.get(day) - readings.get(day - 1));
            if (change > swing) {
                swing = change;
            }
        }
        return swing;
    }

    static int coldest(List<Integer> readings) {
        return Collections.min(readings);
    }

    public static void main(String[] args) {
        List<Integer> readings = parse(args);
        int mean = mean(readings, "Celsius");
        int swing = swing(readings);
        System.out.println("mean: " + mean);
        System.out.println("largest change: " + swing);
    }
}
