
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



let most = 0;
walk(root, function (node) {

  if (node.count > most) {
    most = node.count;
  }
});



console.log(void 0, most);
