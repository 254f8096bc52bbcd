import Glibc

exit(Placectl.main())
