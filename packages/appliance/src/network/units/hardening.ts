import type { Section } from './unit-file.ts';

/** For all units. A forbidden call fails instead of killing the program. */
export function systemCalls(...allowed: readonly string[]): Section {
  return {
    SystemCallArchitectures: 'native',
    SystemCallFilter: ['@system-service', ...allowed],
    SystemCallErrorNumber: 'EPERM',
  };
}

/** The restrictions of all our units: each writes its own state and nothing else. */
export function basicHardening(program: readonly string[]): Section {
  return {
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
    // Somebody may run a checkout, or a Node of their own, out of their home.
    ProtectHome: program.some((word) => /^\/(home|root)\//.test(word)) ? 'read-only' : 'yes',
    PrivateTmp: 'yes',
    ProtectControlGroups: 'yes',
    RestrictSUIDSGID: 'yes',
    LockPersonality: 'yes',
    ...systemCalls(),
  };
}

/**
 * What a service that only talks to people and serial ports gives up besides. Two usual lines are missing with a
 * reason: `MemoryDenyWriteExecute` stops the JavaScript engine, `ProtectClock` closes the serial ports.
 */
export function hardening(program: readonly string[]): Section {
  return {
    ...basicHardening(program),
    ...systemCalls('~@privileged'),
    ProtectKernelTunables: 'yes',
    ProtectKernelModules: 'yes',
    ProtectKernelLogs: 'yes',
    ProtectHostname: 'yes',
    ProtectProc: 'invisible',
    RestrictAddressFamilies: 'AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    RestrictNamespaces: 'yes',
    RestrictRealtime: 'yes',
  };
}
