/** One check and its result. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was seen. */
  readonly detail: string;
  /** What to do about it, where it is not well. */
  readonly fix?: string;
}

export function check(name: string, ok: boolean, detail: string, fix: string): Check {
  return ok ? { name, ok, detail } : { name, ok, detail, fix };
}
