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





    public static void main(String[] args) {
        List<Integer> readings = parse(args);

        int swing = swing(readings);


    }
}
