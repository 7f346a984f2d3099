/* 1 */ import /* 2 */ java.util.List /* 3 */ ; // 4
/** 5 */ public /* 6 */ class /* 7 */ Comments /* 8 */ { // 9
    /* 1 */ private /* 2 */ int /* 3 */ field /* 4 */ = /* 5 */ 1 /* 6 */ , /* 7 */ other /* 8 */ ; // 9

    // 1
    @Deprecated /* 2 */ // 3
    /* 4 */ public /* 5 */ int /* 6 */ add /* 7 */ ( /* 8 */ int /* 9 */ a /* 10 */ , /* 11 */ int b /* 12 */ ) /* 13 */ { // 14
        /* 15 */ return /* 16 */ a /* 17 */ + /* 18 */ b /* 19 */ ; /* 20 */
        // 21
    } // 22

    void statements(List<String> list) {
        int[] numbers = /* 1 */ { /* 2 */ 1 /* 3 */ , /* 4 */ 2, // 5
            // 6
            3 /* 7 */ } /* 8 */ ;
        if /* 1 */ ( /* 2 */ field /* 3 */ > /* 4 */ 1 /* 5 */ ) /* 6 */ { /* 7 */ } // 8
        else /* 9 */ if ( /* 10 */ numbers /* 11 */ [ /* 12 */ 0 /* 13 */ ] /* 14 */ > 1 ) /* 15 */ add /* 16 */ ( /* 17 */ 1, 2 ) /* 18 */ ;
        // 19
        else /* 20 */ { // 21
            add(1, /* 22 */ 2); // 23
        }
        for /* 1 */ ( /* 2 */ int /* 3 */ i /* 4 */ = /* 5 */ 0 /* 6 */ ; /* 7 */ i < 1 /* 8 */ ; /* 9 */ i++ /* 10 */ ) /* 11 */ { /* 12 */ }
        for ( /* 1 */ String /* 2 */ x /* 3 */ : /* 4 */ list /* 5 */ ) /* 6 */ x.length() /* 7 */ ;
        while ( /* 1 */ field > 9 /* 2 */ ) /* 3 */ { } // 4
        do /* 1 */ { /* 2 */ } /* 3 */ while /* 4 */ ( /* 5 */ field > 9 /* 6 */ ) /* 7 */ ;
        switch /* 1 */ ( /* 2 */ field /* 3 */ ) /* 4 */ { /* 5 */
            case /* 6 */ 1 /* 7 */ : /* 8 */ break /* 9 */ ; // 10
            // 11
            default /* 12 */ : // 13
        }
        try /* 1 */ { /* 2 */ } /* 3 */ catch /* 4 */ ( /* 5 */ RuntimeException /* 6 */ e /* 7 */ ) /* 8 */ { /* 9 */ } /* 10 */ finally /* 11 */ { /* 12 */ }
        Runnable run = /* 1 */ ( /* 2 */ ) /* 3 */ -> /* 4 */ { /* 5 */ } /* 6 */ ;
        list.stream() // 1
            // 2
            .map( /* 3 */ x -> /* 4 */ x + "2") // 5
            /* 6 */ .filter( // 7
                x -> true // 8
            );
        int chosen = field > 1 /* 1 */ ? /* 2 */ 1 /* 3 */ : /* 4 */ 2 /* 5 */ ;
        Object made = /* 1 */ new /* 2 */ Object /* 3 */ ( /* 4 */ ) /* 5 */ , cast = /* 6 */ ( /* 7 */ Object /* 8 */ ) /* 9 */ made;
        ; /* an empty statement */
    }

    public static void main(String[] args) {
        /** 1 */ int /* 2 */ witness = // 3
            /* 4 */ args.length + /* 5 */ // 6
            1;
        System.out.println( /* 1 */ witness /* 2 */ ); // 3
    } /* 4 */
    // 5
} // 6
