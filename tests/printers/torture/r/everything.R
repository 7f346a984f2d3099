# A comment before everything.
library(stats)

# Numbers.
numbers <- c(0, 1, 1L, 0x10, 0X1f, 0x10L, 1e3, 1E3, 1e-3, 1e5, 1e5L, 100000, 100000L, 123456789, 1234567890123, .5, 5.,
  0.1, 1e15, 1e-15, 3.14159265358979, 0x1p3, TRUE, NA)
signs <- c(-1, +1, -1L, - 1, !TRUE)

# Strings.
strings <- c("double", 'single', "it's", 'it\'s', 'say "no"', "say \"no\"", "tab\tnewline\nbackslash\\", "\x41", "\u41",
  "\u0041", "\U00000041", "\u{41}", "\101", "é", "\u00e9", "", '', r"(raw \d)", R"---(raw)---", r'{raw "x"}', r"[raw]", "two
lines")
constants <- list(TRUE, FALSE, NULL, NA, NA_integer_, NA_real_, NA_character_, Inf, NaN, T, F)

# Names, quoted or not.
`odd name` <- 1
`plain` <- 2
plain <- `plain` + `odd name`
.hidden <- 3
named <- list(a = 1, "b" = 2, `c` = 3, 'd' = 4, `odd name` = 5)
named$a
named$`odd name`
named$"b"
named[["a"]]
named@slot <- 1
stats::sd
stats::"var"
base:::print

# Assignments.
x <- 1
y = 2
3 -> z
x <<- 1
4 ->> z
a <- b <- 5
a = b = 6
names(x)[1] <- "first"
x[1] = 2
(w <- 1)
{ v <- 1; u <- 2 }

# Operators.
arithmetic <- (1 + 2) * 3 - 4 / 5 ^ 6 %% 7 %/% 8 %in% 9 %o% 10
powers <- c(-1^2, (-1)^2, 2^-1, 2^3^2, (2^3)^2, 2**3)
logical <- c(x && y || z, x & y | z, !x & y, !(x & y), x == 1, x != 1, x <= 1, x > 1)
ranges <- c(1:10, -1:1, 1:(2 + 3), (1:2) + 1)
formulas <- list(y ~ x, ~ x + z, y ~ .)
grouped <- ((1 + (2)))

# Functions.
plain <- function() NULL
one <- function(x) x
braces <- function(x) { x }
defaults <- function(a, b = 1, ..., c = a + b) {
  # a comment at the start of a body
  result <- a + b  # behind a statement

  result
  # at its end
}
short <- \(x) x + 1
outer <- function(n) {
  total <- 0
  inner <- function(m) {
    total <<- total + m
    innermost <- function(k) k + m
    innermost(n)
  }
  inner(n)
  function(z) inner(z)
}
(function(x) x)(1)
sapply(1:3, function(i) i^2)
sapply(1:3, \(i) {
  i
})
returns <- function(x) return(x)
nothing <- function(x) return()
invisible(defaults(1, b = 2, 3, c = 4))
defaults(
  1, # a comment between arguments
  b = 2
)
f <- function(x, ...) list(..., ..1)

# Branches.
if (x > 1) print(1)
if (x > 1) print(1) else print(2)
if (x > 1) {
  print(1)
} else if (x > 2) {
  print(2)
} else if (x > 3) print(3) else {
  # a comment in a branch
  print(4)
}
if (x > 1) {
  print(1)
} else {
  if (x > 2) {
    print(2)
  } else {
    print(3)
  }
}
if (x > 1) {
  if (x > 2) print(1) else print(2)
}
chosen <- if (x > 1) 1 else 2
chosen <- if (x > 1) "a" else if (x > 2) "b" else "c"
switch("a", a = , b = 1, "c" = 2, 3)
ifelse(x > 1, 1, 2)

# Loops.
for (i in 1:3) print(i)
for (i in 1:3) {
  if (i == 1) next
  if (i == 2) break
}
while (x < 10) x <- x + 1
while (TRUE) {
  break
}
repeat {
  # a comment in a loop
  break
}
repeat break

# Subscripts.
m <- matrix(1:6, nrow = 2)
m[1, ]
m[, 2]
m[1, 2, drop = FALSE]
m[-1, ]
m[[1, 2]]
m[m > 2]
l <- list(1, list(2, 3))
l[[2]][[1]]
l[[c(2, 1)]]

# Errors and other calls.
result <- tryCatch({
  stop("x")
}, error = function(e) {
  conditionMessage(e)
}, finally = print("done"))
do.call("sum", list(1, 2))
`my fun` <- function() 1
`my fun`()
"my fun"()
x$y$z <- 1
x %>% f
`%+%` <- function(a, b) paste0(a, b)
"a" %+% "b"
Recall; NULL
a <- 1; b <- 2
witness <- a + b
print(witness) # the criterion
# A comment after everything.
