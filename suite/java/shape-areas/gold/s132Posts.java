import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** Reads shapes with two sizes each ("box 2 5", "square 3 3", "disc 2 1"), and reports their areas and outlines. */
public class Program {
    interface Shape {









    }

    abstract static class Cornered implements Shape {

        int corners;

        Cornered(int corners) {
            this.corners = corners;

        }

        int posts() {
            return corners;
        }
    }

    static class Box extends Cornered {



        Box(int _1,    int _2)     {
            super(4);


        }










    }

    static class Square extends Box {
        Square(int _1)   {
            super(sliced, sliced);
        }






        @Override
        int posts() {
            return super.posts() + 1;
        }
    }



















    static Shape shape(String name, int first, int second) {
        return switch (name) {
            case "box" -> {
                if (first == second) {
                    yield new Square(sliced);
                }
                yield new Box(sliced, sliced);
            }
            case "square" -> new Square(sliced);

            default -> null;
        };
    }

    static int number(Scanner in) {
        return in.hasNextInt() ? in.nextInt() : 1;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        List<Shape> shapes = new ArrayList<>();
        while (in.hasNext()) {
            Shape shape = shape(in.next(), number(in), number(in));
            if (shape != null) {
                shapes.add(shape);
            }
        }


        int posts = 0;


        for (Shape shape : shapes) {


            if (shape instanceof Cornered cornered) {
                posts += cornered.posts();
            }



        }


        System.out.println(sliced    + posts + sliced  + sliced);

    }
}
