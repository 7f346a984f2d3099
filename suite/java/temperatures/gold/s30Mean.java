import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Summarises the temperatures on the command line; "x" stands for a failed reading. */
public class Program {
    static List<Integer> parse(String[] words) {
        List<Integer> readings = new ArrayList<>();

        for (String word : words) {
            if (word.equals("x")) {}

              else {
                readings.add(Integer.parseInt(word));
            }
        }

        return readings;
    }

    static int mean(List<Integer> readings, String _2)   {
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
















    public static void main(String[] args) {
        List<Integer> readings = parse(args);
        int mean = mean(readings, sliced);



    }
}
