#define CORE_BOARD "host"
#define CORE_TICK_HZ 1000000
#define CORE_HAS_PINS 0
#define CORE_KEPT
