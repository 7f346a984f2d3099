function total(numbers) {
    var sum = 0;
    var product = 1;
    for (var i = 0; i < numbers.length; i++) {
        sum = sum + numbers[i];
        product = product * numbers[i];
    }
    console.log(product);
    return sum;
}

total([1, 2, 3]);
