// Signs before signs.
public class Signs {
    public static void main(String[] args) {
        int a = 1, b = - -a, c = + +b, d = a - -b, e = a + +b, f = -(-c), g = - - -d;
        int witness = a - - -b + e + f + g;
        System.out.println(witness);
    }
}
