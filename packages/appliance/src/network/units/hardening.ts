import type { Section } from './unit-file.ts';

/** Restricts system calls. A forbidden call fails instead of killing the program. */
export function systemCalls(...allowed: readonly string[]): Section {
  return {
    SystemCallArchitectures: 'native',
    SystemCallFilter: ['@system-service', ...allowed],
    SystemCallErrorNumber: 'EPERM',
  };
}

/** Hardening for all units: each unit may write only its own state. */
export function basicHardening(program: readonly string[]): Section {
  return {
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
    // Allows running a checkout or a Node from a home folder.
    ProtectHome: program.some((word) => /^\/(home|root)\//.test(word)) ? 'read-only' : 'yes',
    PrivateTmp: 'yes',
    ProtectControlGroups: 'yes',
    RestrictSUIDSGID: 'yes',
    LockPersonality: 'yes',
    ...systemCalls(),
  };
}

/**
 * Hardening for Node services. Omits `MemoryDenyWriteExecute`, which would stop the JavaScript engine, and
 * `ProtectClock`, which would deny access to the serial ports.
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
