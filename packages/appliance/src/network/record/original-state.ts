/** How the running machine was before “network apply” first touched it, as far as that is not in files. */
export interface OriginalState {
  /** Services of others that apply stops: whether they ran. */
  readonly units: Readonly<Record<string, boolean>>;
  /** Kernel parameters, by their path below /proc/sys. */
  readonly sysctl: Readonly<Record<string, string>>;
  /** Radios by the name that rfkill has for them: whether software had switched them off. */
  readonly blocked: Readonly<Record<string, boolean>>;
  /** The country whose rules the radios obeyed; `00` is the world. */
  readonly country: string;
  /** Wi-Fi interfaces: whether they were on, and their addresses with prefix. */
  readonly interfaces: Readonly<
    Record<string, { readonly up: boolean; readonly addresses: readonly string[] }>
  >;
  /** Users that were not there. */
  readonly newUsers: readonly string[];
  /** The network had been applied before anybody looked: nothing but the users is known. */
  readonly isUnknown?: true;
}

/** How it is now, with a network applied that kept nothing of this, is not how it was. */
export const unknownOriginalState = ({ newUsers }: OriginalState): OriginalState => ({
  units: {},
  sysctl: {},
  blocked: {},
  country: '00',
  interfaces: {},
  newUsers,
  isUnknown: true,
});

/** What was known first is how it was; a later apply adds what it touches for the first time. */
export function mergeOriginalState(first: OriginalState | undefined, later: OriginalState): OriginalState {
  if (first === undefined) return later;
  const newUsers = [...new Set([...first.newUsers, ...later.newUsers])];
  if (first.isUnknown) return { ...first, newUsers };
  return {
    units: { ...later.units, ...first.units },
    sysctl: { ...later.sysctl, ...first.sysctl },
    blocked: { ...later.blocked, ...first.blocked },
    country: first.country,
    interfaces: { ...later.interfaces, ...first.interfaces },
    newUsers,
  };
}
