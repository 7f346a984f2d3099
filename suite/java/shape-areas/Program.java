import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** Reads shapes with two sizes each ("box 2 5", "square 3 3", "disc 2 1"), and reports their areas and outlines. */
public class Program {
    interface Shape {
        int area();

        default int outline() {
            return 0;
        }

        default boolean isBig() {
            return area() > 20;
        }
    }

    abstract static class Cornered implements Shape {
        static int made = 0;
        int corners;

        Cornered(int corners) {
            this.corners = corners;
            made++;
        }

        int posts() {
            return corners;
        }
    }

    static class Box extends Cornered {
        int width;
        int height;

        Box(int width, int height) {
            super(4);
            this.width = width;
            this.height = height;
        }

        @Override
        public int area() {
            return width * height;
        }

        @Override
        public int outline() {
            return 2 * (width + height);
        }
    }

    static class Square extends Box {
        Square(int side) {
            super(side, side);
        }

        @Override
        public int outline() {
            return 4 * width;
        }

        @Override
        int posts() {
            return super.posts() + 1;
        }
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

        @Override
        public boolean isBig() {
            return radius > 2;
        }
    }

    static Shape shape(String name, int first, int second) {
        return switch (name) {
            case "box" -> {
                if (first == second) {
                    yield new Square(first);
                }
                yield new Box(first, second);
            }
            case "square" -> new Square(first);
            case "disc" -> new Disc(first);
            default -> null;
        };
    }

    static int number(Scanner in) {
        return in.hasNextInt() ? in.nextInt() : 1;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Shape> shapes = new ArrayList<>();
        while (in.hasNext()) {
            Shape shape = shape(in.next(), number(in), number(in));
            if (shape != null) {
                shapes.add(shape);
            }
        }
        int total = 0;
        int fence = 0;
        int posts = 0;
        int big = 0;
        int made = Cornered.made;
        for (Shape shape : shapes) {
            total += shape.area();
            fence += shape.outline();
            if (shape instanceof Cornered cornered) {
                posts += cornered.posts();
            }
            if (shape.isBig()) {
                big++;
            }
        }
        System.out.println("area: " + total);
        System.out.println("fence: " + fence);
        System.out.println("posts: " + posts + " for " + made);
        System.out.println("big: " + big);
    }
}
