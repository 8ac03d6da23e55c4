import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@stationery/core';
import { defineCommand } from '../command-line/command.ts';
import { plotterOptions } from '../connection/connect.ts';
import { Failure } from '../terminal/exit-codes.ts';

const extension = fileURLToPath(new URL('../../bin/inkscape/', import.meta.url));
const files = ['stationery_plot.inx', 'stationery_plot.py'];

export const inkscapeCommand = defineCommand({
  summary: 'Install the extension that plots from Inkscape',
  about: `Without --install it shows where the extension would be installed. Restart Inkscape afterwards; the extension is in
Extensions → Export → Plot with Stationery. It plots or previews the document or the selection through the plotter service.`,
  service: 'plotter',
  options: {
    install: { help: 'Install the extension, or replace an older one' },
    folder: {
      placeholder: '<path>',
      help: 'Folder of extensions; default: the folder of this user',
      completes: 'file',
    },
  },
  examples: [
    'stationery plot inkscape --install',
    'stationery plot inkscape --install --plotter http://plotter.local:3000',
  ],
  async run({ options, out, env, sources }) {
    const folder = options.folder ?? extensionFolder(env);
    const paths = files.map((name) => join(folder, name));
    if (options.install) await install(folder, String(plotterOptions(sources('client')).baseUrl));
    out.result({ installed: options.install, files: paths }, () => {
      for (const path of paths) out.line(path);
      out.note(
        options.install
          ? 'Installed. Restart Inkscape, then choose Extensions → Export → Plot with Stationery.'
          : 'Nothing was changed. Use --install to write these files.',
      );
    });
  },
});

function extensionFolder(env: NodeJS.ProcessEnv): string {
  const profile = env.INKSCAPE_PROFILE_DIR;
  if (profile) return join(profile, 'extensions');
  const home = homedir();
  if (process.platform === 'darwin')
    return join(home, 'Library/Application Support/org.inkscape.Inkscape/config/inkscape/extensions');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'inkscape/extensions');
}

/** Installs the extension. `url` is the default address in its dialog. */
async function install(folder: string, url: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const name of files) {
      const text = await readFile(join(extension, name), 'utf8');
      await writeFile(
        join(folder, name),
        text.replaceAll('@URL@', () => escaped(url)),
      );
    }
  } catch (error) {
    throw new Failure(`could not install the extension in ${folder}: ${messageOf(error)}`);
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
