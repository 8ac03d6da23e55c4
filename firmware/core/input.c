#include "input.h"

#include "config.h"

/*
 * An entry has a kind, a length and a payload. Successive refused lines share an entry with a count. RESERVED is kept
 * free for such entries.
 */
enum { HEADER = 2, COUNT_BYTES = 2, RESERVED = 8 * (HEADER + COUNT_BYTES), NONE = 0xFFFF };

static uint8_t bytes[CORE_INPUT_BYTES];
static uint16_t used;
static uint16_t last = NONE;
static uint8_t kept;

void input_clear(void) {
  used = 0;
  last = NONE;
  kept = 0;
}

static void append(uint8_t kind, const uint8_t *payload, uint8_t length) {
  last = used;
  bytes[used++] = kind;
  bytes[used++] = length;
  for (uint8_t at = 0; at < length; at++) bytes[used++] = payload[at];
}

static uint16_t count_at(uint16_t entry) {
  return (uint16_t)(bytes[entry + HEADER] | (uint16_t)bytes[entry + HEADER + 1] << 8);
}

static void set_count(uint16_t entry, uint16_t count) {
  bytes[entry + HEADER] = (uint8_t)count;
  bytes[entry + HEADER + 1] = (uint8_t)(count >> 8);
}

static void add_count(uint8_t kind, uint16_t count) {
  if (last != NONE && bytes[last] == kind && count_at(last) <= 0xFFFF - count) {
    set_count(last, (uint16_t)(count_at(last) + count));
    return;
  }
  /* If there is no room, these lines get no reply. It takes many refused lines and stops in turn to get here. */
  if (used + HEADER + COUNT_BYTES > CORE_INPUT_BYTES) return;
  uint8_t payload[COUNT_BYTES] = {(uint8_t)count, (uint8_t)(count >> 8)};
  append(kind, payload, COUNT_BYTES);
}

static uint8_t put_number(uint8_t *payload, uint8_t at, int32_t value) {
  for (uint8_t shift = 0; shift < 32; shift = (uint8_t)(shift + 8)) {
    payload[at++] = (uint8_t)((uint32_t)value >> shift);
  }
  return at;
}

static int32_t get_number(const uint8_t *payload) {
  uint32_t value = 0;
  for (uint8_t at = 4; at > 0; at--) value = value << 8 | payload[at - 1];
  return (int32_t)value;
}

/* Omits trailing zeros, but stores at least COUNT_BYTES, because a count may replace the entry. */
static uint8_t pack(const struct input *input, uint8_t *payload) {
  const struct command *command = &input->command;
  uint8_t length = 0;
  if (input->kind == INPUT_UNKNOWN || input->kind == INPUT_LONG_NUMBER || input->kind == INPUT_UNKNOWN_SETTING) {
    for (; length < input->text_length; length++) payload[length] = (uint8_t)input->text[length];
    while (length < COUNT_BYTES) payload[length++] = 0;
    return length;
  }
  payload[length++] = (uint8_t)(command->verb | (command->has_value ? 0x80 : 0));
  length = put_number(payload, length, command->a);
  length = put_number(payload, length, command->b);
  while (length > COUNT_BYTES && payload[length - 1] == 0) length--;
  return length;
}

static void unpack(struct input *input, const uint8_t *payload, uint8_t length) {
  uint8_t whole[9] = {0};
  input->text_length = length < MAX_TEXT ? length : MAX_TEXT;
  while (input->text_length > 0 && payload[input->text_length - 1] == 0) input->text_length--;
  for (uint8_t at = 0; at < input->text_length; at++) input->text[at] = (char)payload[at];
  for (uint8_t at = 0; at < length && at < sizeof whole; at++) whole[at] = payload[at];
  input->command.verb = whole[0] & 0x7F;
  input->command.has_value = (whole[0] & 0x80) != 0;
  input->command.a = get_number(whole + 1);
  input->command.b = get_number(whole + 5);
}

void input_add(const struct input *input) {
  uint8_t payload[MAX_TEXT];
  uint8_t length = pack(input, payload);
  if (kept < CORE_INPUT_LINES && used + HEADER + length <= CORE_INPUT_BYTES - RESERVED) {
    append((uint8_t)input->kind, payload, length);
    kept++;
  } else {
    add_count(INPUT_BUSY, 1);
  }
}

static bool is_count(uint8_t kind) {
  return kind >= INPUT_BUSY;
}

void input_add_stop(void) {
  uint16_t end = used;
  input_clear();
  /* Rewriting in place is safe, because a count is never longer than the entry it replaces. */
  for (uint16_t at = 0; at < end;) {
    uint8_t kind = bytes[at];
    uint16_t next = (uint16_t)(at + HEADER + bytes[at + 1]);
    uint16_t count = is_count(kind) ? count_at(at) : 1;
    add_count(is_count(kind) ? kind : INPUT_STOPPED, count);
    at = next;
  }
  add_count(INPUT_STOP, 1);
}

static void remove_first(void) {
  uint16_t length = (uint16_t)(HEADER + bytes[1]);
  used = (uint16_t)(used - length);
  for (uint16_t at = 0; at < used; at++) bytes[at] = bytes[at + length];
  last = last < length ? NONE : (uint16_t)(last - length);
}

bool input_take(struct input *input) {
  if (used == 0) return false;
  uint8_t kind = bytes[0];
  input->kind = (enum input_kind)kind;
  if (is_count(kind)) {
    uint16_t count = count_at(0);
    if (count > 1) set_count(0, (uint16_t)(count - 1));
    else remove_first();
    return true;
  }
  unpack(input, bytes + HEADER, bytes[1]);
  remove_first();
  kept--;
  return true;
}
