/** One thing that was looked at, and what was seen. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was seen. */
  readonly detail: string;
  /** What to do about it, where it is not well. */
  readonly mend?: string;
}

export function check(name: string, ok: boolean, detail: string, mend: string): Check {
  return ok ? { name, ok, detail } : { name, ok, detail, mend };
}
