// Optional chains: what one skips ends with it, or at parentheses.
const deep = objects?.a?.b?.[key]?.(1).c[2](3);
const ended = (objects?.a).b;
const called = (objects?.a)();
const twice = ((objects?.a?.[0])).b.c;
const again = (objects?.a)?.b;
const plain = (objects.a).b;
(objects?.a).b = 4;
delete objects?.a.b;
const witness = deep ?? (ended || called);
