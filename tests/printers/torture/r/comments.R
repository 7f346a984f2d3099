# 1
add <- # 2
  # 3
  function(a, # 4
           # 5
           b = 1 # 6
           ) { # 7
    # 8
    a + # 9
      # 10
      b # 11
    # 12
  } # 13
numbers <- c( # 1
  # 2
  1, # 3
  2 # 4
  , 3
  # 5
) # 6
if (length(numbers) # 1
    > 1) # 2
{ # 3
  # 4
} else if (add(1)) { # 5
  # 6
  add(2) # 7
} else { # 8
  # 9
}
for (x in # 1
     numbers) # 2
{ # 3
  x # 4
  # 5
}
while ( # 1
  FALSE) { # 2
  # 3
}
repeat { # 1
  break # 2
}
piece <- numbers[ # 1
  1 # 2
  ] # 3
named <- list( # 1
  a = # 2
    1, # 3
  b = 2 # 4
) # 5
named$ # 1
  a # 2
sapply(numbers, function(x) # 1
  x) # 2
witness <- piece + # 1
  # 2
  1 # 3
print( # 1
  witness # 2
) # 3
# 4
