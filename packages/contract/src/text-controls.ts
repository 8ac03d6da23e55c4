/**
 * Characters that a name must not contain because they show nothing and change how the text around them is shown:
 * control characters, line separators, and marks of direction, with which `gpm.exe` can look like `exe.mpg`.
 * Joiners (U+200C, U+200D) are not among them: scripts and emoji need them.
 */
export const textControls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
