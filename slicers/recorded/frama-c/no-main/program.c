int total(int n)
{
    int x = n;
    return x;
}
