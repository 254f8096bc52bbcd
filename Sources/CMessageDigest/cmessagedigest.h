#include <sys/types.h>
#include <stdint.h>
#include <md5.h>
