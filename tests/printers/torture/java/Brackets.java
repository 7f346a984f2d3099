// Brackets of array types behind names.
public class Brackets {
    int numbers[] = {1, 2}, matrix[][] = {{1}, {2}}, plain = 3;

    int row()[] { return numbers; }

    int[] rows(int first[], int[] second[])[] { return matrix; }

    public static void main(String args[]) {
        int witness = new Brackets().row()[0];
        System.out.println(witness);
    }
}
