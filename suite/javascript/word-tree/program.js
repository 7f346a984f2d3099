// Sorts the words on the command line into a search tree and measures the tree.
function insert(tree, word) {
  if (tree === null) {
    return { key: word, count: 1, left: null, right: null };
  }
  if (word < tree.key) {
    tree.left = insert(tree.left, word);
  } else if (word > tree.key) {
    tree.right = insert(tree.right, word);
  } else {
    tree.count = tree.count + 1;
  }
  return tree;
}

function height(tree) {
  if (tree === null) {
    return 0;
  }
  return 1 + Math.max(height(tree.left), height(tree.right));
}

function walk(tree, visit) {
  if (tree === null) {
    return;
  }
  walk(tree.left, visit);
  visit(tree);
  walk(tree.right, visit);
}

let root = null;
for (const word of process.argv.slice(2)) {
  root = insert(root, word);
}

const tall = height(root);
const sorted = [];
let most = 0;
walk(root, function (node) {
  sorted.push(node.key);
  if (node.count > most) {
    most = node.count;
  }
});

console.log("height:", tall);
console.log("words in order:", sorted.join(" "));
console.log("highest count:", most);
