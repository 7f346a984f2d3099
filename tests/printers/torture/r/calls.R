# What the parser of R makes calls of.
x <- c(4, 9)
complex <- c(1i, 2.5i, 1 + 2i)
`+`(1, 2)
`[`(x, 1)
`<-`(y, 3)
`if`(TRUE, 1, 2)
a := b
help <- quote(?sd)
x |> sqrt() |> sum()
witness <- sum(x)
print(witness)
