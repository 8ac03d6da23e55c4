/*
 * A device that answers every line at once, so that a measurement shows the cost of the other end.
 *
 *   line-responder <path> [grbl]
 *
 * Makes a pseudo-terminal, links <path> to it and answers until it is killed: as our firmware does, or as
 * GRBL 1.1 does for a program that streams G-code.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int line_out;

static void say(const char *text) {
  size_t left = strlen(text);
  while (left > 0) {
    ssize_t written = write(line_out, text, left);
    if (written < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      exit(1);
    }
    text += written;
    left -= (size_t)written;
  }
}

static void answer_plotter(const char *line) {
  char text[64];
  if (strncmp(line, "MOVE", 4) == 0) say("OK MOVE\n");
  else if (strcmp(line, "PENUP") == 0) say("OK PEN_UP\n");
  else if (strcmp(line, "PENDOWN") == 0) say("OK PEN_DOWN\n");
  else if (strncmp(line, "SPEED", 5) == 0) say("OK SPEED\n");
  else if (strncmp(line, "SYNC ", 5) == 0) {
    snprintf(text, sizeof text, "OK SYNC_%.40s\n", line + 5);
    say(text);
  } else if (line[0] != '\0') say("OK\n");
}

static void answer_grbl(const char *line) {
  if (strcmp(line, "$I") == 0) say("[VER:1.1h.20190825:]\r\n[OPT:V,15,128]\r\n");
  if (strcmp(line, "$G") == 0) say("[GC:G0 G54 G17 G21 G90 G94 M5 M9 T0 F0 S0]\r\n");
  if (strcmp(line, "$#") == 0) say("[G54:0.000,0.000,0.000]\r\n");
  if (strcmp(line, "$$") == 0) say("$0=10\r\n$13=0\r\n");
  say("ok\r\n");
}

int main(int count, char **words) {
  int is_grbl = count > 2 && strcmp(words[2], "grbl") == 0;
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (count < 2 || master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return 1;
  const char *name = ptsname(master);
  /* Hold the device open without reading it, so that programs can come and go. */
  int held = open(name, O_RDWR | O_NOCTTY);
  struct termios modes;
  if (held < 0 || tcgetattr(held, &modes) != 0) return 1;
  cfmakeraw(&modes);
  tcsetattr(held, TCSANOW, &modes);
  unlink(words[1]);
  if (symlink(name, words[1]) != 0) return 1;
  line_out = master;
  printf("ready\n");
  fflush(stdout);

  char line[512];
  size_t length = 0;
  char bytes[4096];
  for (;;) {
    ssize_t got = read(master, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    for (ssize_t at = 0; at < got; at++) {
      char byte = bytes[at];
      if (is_grbl && byte == '?') say("<Idle|MPos:0.000,0.000,0.000|FS:0,0>\r\n");
      else if (is_grbl && byte == 0x18) say("\r\nGrbl 1.1h ['$' for help]\r\n");
      else if (is_grbl && (byte == '~' || byte == '!')) continue;
      else if (byte == '\n') {
        line[length] = '\0';
        length = 0;
        if (is_grbl) answer_grbl(line);
        else answer_plotter(line);
      } else if (byte != '\r' && length < sizeof line - 1) line[length++] = byte;
    }
  }
}
