import { fileURLToPath } from 'node:url';

export interface Installation {
  /** Installed by a package or the archive’s install.sh: settings in a file, services under systemd. */
  readonly isPackaged: boolean;
}

/** Folders of the Debian package and of the archive’s install.sh. */
const packageFolders = ['/usr/lib/stationery/', '/opt/stationery/'];
const configFile = '/etc/stationery/config.json';

export function findInstallation(program = fileURLToPath(import.meta.url)): Installation {
  return { isPackaged: packageFolders.some((folder) => program.startsWith(folder)) };
}

export function setAdvice(
  { isPackaged }: Installation,
  setting: { key: string; variable: string; service?: 'station' | 'plotter'; value?: string },
): string {
  const { key, variable, service = 'station', value } = setting;
  const to = value === undefined ? '' : ` to ${value}`;
  return isPackaged
    ? `set “${key}” under “${service}” in ${configFile}${to}, then: ${restartCommand(service)}`
    : `set ${variable}${to}`;
}

export function restartCommand(service: 'station' | 'plotter'): string {
  return `sudo systemctl restart stationery-${service}`;
}
