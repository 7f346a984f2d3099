import java.util.Scanner;

/** Keeps the words of a text in a search tree, and looks the last one up. */
public class Program {
    static class Node<K> {
        final K key;
        int times = 1;
        Node<K> left;
        Node<K> right;

        Node(K key) {
            this.key = key;
        }
    }

    static class Tree<K extends Comparable<K>> {
        private Node<K> root;
        private int looks = 0;

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
            } else {
                node.times++;
            }
            return node;
        }

        Node<K> find(K key) {
            Node<K> node = root;
            while (node != null) {
                looks++;
                int order = key.compareTo(node.key);
                if (order == 0) {
                    return node;
                }
                node = order < 0 ? node.left : node.right;
            }
            return null;
        }

        int height() {
            return height(root);
        }

        private int height(Node<K> node) {
            if (node == null) {
                return 0;
            }
            return 1 + Math.max(height(node.left), height(node.right));
        }

        int size() {
            return size(root);
        }

        private int size(Node<K> node) {
            return node == null ? 0 : size(node.left) + 1 + size(node.right);
        }

        int looks() {
            return looks;
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Tree<String> tree = new Tree<>();
        String last = "";
        while (in.hasNext()) {
            last = in.next();
            tree.add(last);
        }
        Node<String> found = tree.find(last);
        int times = found == null ? 0 : found.times;
        int height = tree.height();
        int words = tree.size();
        int looks = tree.looks();
        System.out.println("times: " + times);
        System.out.println("height: " + height);
        System.out.println("words: " + words);
        System.out.println("looks: " + looks);
    }
}
