int total(int n)
{
    int x = n;
/*@ slice pragma expr x; */    return x;
}
