import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** Reads shapes with two sizes each ("box 2 5", "square 3 3", "disc 2 1"), and reports their areas and outlines. */
public class Program {
    interface Shape {
        int area();








    }




















































    static class Disc implements Shape {
        int radius;

        Disc(int radius) {
            this.radius = radius;
        }

        @Override
        public int area() {
            return 3 * radius * radius;
        }





    }

    static Shape shape(String name, int first, int _3)     {
        return switch (name) {







            case "disc" -> new Disc(first);
            default -> null;
        };
    }

    static int number(Scanner in) {
        return in.hasNextInt() ? in.nextInt() : sliced;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        List<Shape> shapes = new ArrayList<>();
        while (in.hasNext()) {
            Shape shape = shape(in.next(), number(in), sliced);
            if (shape != null) {
                shapes.add(shape);
            }
        }
        int total = 0;




        for (Shape shape : shapes) {
            total += shape.area();







        }
        System.out.println(sliced   + total);



    }
}
