import java.util.Scanner;

/** Keeps the words of a text in a search tree, and looks the last one up. */
public class Program {
    static class Node<K> {
        final K key;

        Node<K> left;
        Node<K> right;

        Node(K key) {
            this.key = key;
        }
    }

    static class Tree<K extends Comparable<K>> {
        private Node<K> root;


        void add(K key) {
            root = add(root, key);
        }

        private Node<K> add(Node<K> node, K key) {
            if (node == null) {
                return new Node<>(key);
            }
            int order = key.compareTo(node.key);
            if (order < 0) {
                node.left = add(node.left, key);
            } else if (order > 0) {
                node.right = add(node.right, key);
            }


            return node;
        }

























        int size() {
            return size(root);
        }

        private int size(Node<K> node) {
            return node == null ? 0 : size(node.left) + 1 + size(node.right);
        }




    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Tree<String> tree = new Tree<>();
        String last = sliced;
        while (in.hasNext()) {
            last = in.next();
            tree.add(last);
        }



        int words = tree.size();



        System.out.println(sliced    + words);

    }
}
