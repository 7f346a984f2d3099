import java.io.IOException;

/**
 * Weights go from the left pan of a scale to the right (>) or back (<), come to both pans (b), to the left one (l),
 * or go from the right one (r); x exchanges the pans, and a full stop ends it. The right one weighs 1.
 */
public class Program {
    public static void main(String[] args) throws IOException {
        int left = 0;
        int right = 1;
        int turns = 0;
        moves:
        for (int move = System.in.read(); move >= 0; move = System.in.read()) {
            switch (move) {
                case '>':
                    left--;
                    right++;
                    turns++;
                    break;
                case '<':
                    left++;
                    right--;
                    turns++;
                    break;
                case 'b':
                    right++;
                case 'l':
                    left++;
                    break;
                case 'r':
                    right--;
                    break;
                case 'x':
                    int kept = left;
                    left = right;
                    right = kept;
                    turns += 2;
                    turns--;
                    break;
                case '.':
                    break moves;
                default:
                    continue;
            }
        }
        int balance = left + right;
        int spread = left - right;
        System.out.println("balance: " + balance);
        System.out.println("spread: " + spread);
        System.out.println("turns: " + turns);
    }
}
