/**
 * Invisible characters that are not allowed in a name, because they change how the text around them is shown:
 * control characters, line separators, and direction marks, which can make `gpm.exe` look like `exe.mpg`.
 * Joiners (U+200C, U+200D) are allowed, because some scripts and emoji need them.
 */
export const textControls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
