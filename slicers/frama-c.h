/* What gold slices have in the place of deleted code, so that the normaliser takes them for C. */
extern int sliced;
