# Further forms.
numbers <- c(1e-20, 0x1.8p3, 100000000L, 1e6L, 123456.789, 0.1, 1e300, 1e-300, 00012, 0xABCDEF, 0XabcdefL, 1E+5, 1e05, 0L, 0.0, 0, 10, 1e1, 15.0,
  1000000, 123456L, 0.00001, 0.0001, 1234567, 1e+22, 2147483647L)
strings <- c("\u4e2d", '\'', "\'", '"', "\"", "'", '\\', "\a\b\f\v\r", "%d\n", "\t", "\x7f", "\u200b", "\U1F600", "😀", "a\
b", r"(it's "raw")", R"--(a)-)--", "`")
x <- list(a = 1)
x$a$b; x[["a"]]$b@c; x$f()(); x[1][2]; x[[1]][[2]]; x$`a b`; x$'q'; (x)$a; x$a[1]$b
-x$a; !x$a; -1:2; -(1:2); (-1):2; 2^-1; -2^2; (-2)^2; -2 * 3; !x == 1; !(x == 1); -x %in% 1; a <- -x; 1 - -1; + + 1; !!x; !(!x)
1 + 2 + 3; 1 + (2 + 3); (1 + 2) + 3; 1 - (2 - 3); 2^(3^4); (2^3)^4; 1:2:3; a && b && c; a && (b && c); (a || b) && c; a %in% (b %in% c); 1 < 2 & 3 > 4
~x; y ~ x; y ~ x | z; ~ -x; y ~ x + I(x^2) - 1; log(y) ~ .; (y ~ x); f(~x)
5 -> a -> b; a <- b <- 1; a <<- b <- 2; 'x' <- 5; "y" = 6; `z` <- 7; a[1] <- b$c <- 3; names(a) <- c("x", "y"); a$b[[1]]$c <- 4; f(a) <- 1; (a) <- 1
f <- function(x, ...) UseMethod("f"); f.default <- function(x, ...) { NextMethod() }
function(x) -x; function(x) { -x }; function(x) (x); function(x, y = x, ...) x + y; function() { }; function() NULL; function(`a b`, c = 1) 1; \(x, y = 1) x
(function(x) x)(1); (\(x) x)(1); function(x) function(y) x + y; function(x) if (x) 1 else 2; function(x) for (i in x) i; (function() { })()
f(if (a) 1 else 2); f(function(x) x, 1); f({ 1; 2 }); f(a = , b); f(, 1); f(1, ); f(); f(a <- 1); f((a = 1)); f(a = b <- 2); f(...); f(..1); f(!a, -b); f(NULL); f(a)(b)(c)
if (a) { 1 } else { 2 }
if (a) 1 else if (b) 2 else 3
if (a) { if (b) 1 } else 2
if (a) if (b) 1 else 2
if (a) { if (b) 1 else 2 } else { if (c) 3 else { 4 } }
if (a) { } else { }
if (a) NULL else { NULL }
if ((a)) (1) else (2)
if (!a && (b || c)) stop("x")
x <- if (a) 1; x <- if (a) { 1 } else { 2 }; x <- { 1 }; x <- (if (a) 1 else 2) + 1; y <- 1 + if (a) 1 else 2
for (i in 1:10) { for (j in seq_len(i)) if (i == j) next else break }
for (i in x) NULL; for (i in c(1, 2)) { }; while (a) { if (b) break; next }; while (TRUE) NULL; repeat { if (a) break else next }; while ((a <- f()) > 1) b
switch(x, a = { 1 }, b = , c = 2, { 3 }); switch("a", "a" = 1, `b` = 2, 'c d' = 3)
{ }; { 1 }; { { 1 } }; { a; b }; ({ 1 }); NULL; TRUE; Inf; NA_character_; -Inf; (NULL); invisible(); T
a %% b; a %/% b; a %*% b; a %o% b; a %||% b; a %>% f() %>% g(1); a @ b; a $ b; a :: b; a ::: b; pkg::f(1)$x; -a %% b; a ^ b %% c; pkg::`my f`(1)
x[]; x[, ]; x[1, , 2]; x[-1]; x[c(1, 2), drop = FALSE]; x[[c(1, 2)]]; x["a"]; x[["a", exact = TRUE]]; x[x > 1 & !is.na(x)]; x[i][[j]]; x[function(i) i]; x[{ 1 }]; x[-(1:2)]
try(f(), silent = TRUE); tryCatch(f(), error = function(e) NULL, warning = function(w) { 1 }, finally = { g() }); withCallingHandlers({ f() }, error = \(e) 1)
quote(a + b); substitute(a); bquote(.(a) + b); expression(a, b); eval(parse(text = "1 + 1")); body(function(x) x + 1); match.arg(a, c("x", "y")); do.call(f, list(1, b = 2))
longer <- some_function_with_a_long_name(first_argument = 1, second_argument = c("a rather long text", "another one"), third = list(a = 1, b = list(c = 2, d = 3)), fourth = function(x, y) x + y)
sum_of_many <- first_variable_with_long_name + second_variable_with_long_name * third_variable_with_long_name - fourth_variable_with_long_name / fifth_variable
witness <- a + b; print(witness)
