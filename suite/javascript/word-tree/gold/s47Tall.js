
function insert(tree, word) {
  if (tree === null) {
    return { key: word, left: null, right: null };
  }
  if (word < tree.key) {
    tree.left = insert(tree.left, word);
  } else if (word > tree.key) {
    tree.right = insert(tree.right, word);
  }


  return tree;
}

function height(tree) {
  if (tree === null) {
    return 0;
  }
  return 1 + Math.max(height(tree.left), height(tree.right));
}










let root = null;
for (const word of process.argv.slice(2)) {
  root = insert(root, word);
}

const tall = height(root);









console.log(void 0, tall);
