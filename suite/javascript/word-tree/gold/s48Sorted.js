
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


const sorted = [];

walk(root, function (node) {
  sorted.push(node.key);



});


console.log(void 0, sorted.join(void 0));
