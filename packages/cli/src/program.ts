import type { CommandGroup } from './command-line/command.ts';

/** The commands of the program. Each row imports its command on use, with only what it needs. */
export const program: CommandGroup = {
  summary: 'software for an NFC base station and a pen plotter',
  commands: {
    up: { summary: 'Run both services', load: async () => (await import('./services/up-command.ts')).up },
    station: {
      summary: 'Run the base station',
      load: async () => (await import('./services/station-command.ts')).station,
    },
    plotter: {
      summary: 'Run the plotter service',
      load: async () => (await import('./services/plotter-command.ts')).plotter,
    },
    files: {
      summary: 'Files on the card of a station',
      load: async () => (await import('./clients/files/index.ts')).files,
    },
    tags: {
      summary: 'Tags of a station: their names, and what they do',
      load: async () => (await import('./clients/tags/index.ts')).tags,
    },
    bindings: {
      summary: 'Copy which file belongs to which tag from one station to another',
      load: async () => (await import('./clients/bindings/index.ts')).bindings,
    },
    collection: {
      summary: 'Copy the whole of a station: files, tags, playlists, settings',
      load: async () => (await import('./clients/collection/index.ts')).collection,
    },
    name: {
      summary: 'Show or change the name of a station',
      load: async () => (await import('./clients/name.ts')).name,
    },
    play: {
      summary: 'Play a file of a station, or continue what is paused',
      load: async () => (await import('./clients/player/play.ts')).play,
    },
    pause: {
      summary: 'Pause what a station plays',
      load: async () => (await import('./clients/player/play.ts')).pause,
    },
    stop: {
      summary: 'Stop what a station plays',
      load: async () => (await import('./clients/player/play.ts')).stop,
    },
    next: {
      summary: 'Skip to the next file',
      load: async () => (await import('./clients/player/play.ts')).next,
    },
    previous: {
      summary: 'Play the file from its beginning, or the one before it',
      load: async () => (await import('./clients/player/play.ts')).previous,
    },
    volume: {
      summary: 'Show or change the volume of a station',
      load: async () => (await import('./clients/player/play.ts')).volume,
    },
    player: {
      summary: 'Show what a station plays and what a tap does, or change it',
      load: async () => (await import('./clients/player/player.ts')).player,
    },
    buttons: {
      summary: 'Show or change what buttons, knobs and remotes do at a station',
      load: async () => (await import('./clients/player/assign-buttons.ts')).buttons,
    },
    limits: {
      summary: 'Show or change how long, when and how loud a station may play',
      load: async () => (await import('./clients/player/limits.ts')).limits,
    },
    output: {
      summary: 'Show the sound outputs of a station, or choose one',
      load: async () => (await import('./clients/player/output.ts')).output,
    },
    bluetooth: {
      summary: 'Show the Bluetooth speakers of a station, or search, connect or forget one',
      load: async () => (await import('./clients/player/bluetooth.ts')).bluetooth,
    },
    statistics: {
      summary: 'Show how often tags were tapped and how long they were listened to, or export it',
      load: async () => (await import('./clients/statistics.ts')).statistics,
    },
    plot: {
      summary: 'Plot drawings, send commands, manage jobs',
      load: async () => (await import('./clients/plot/index.ts')).plot,
    },
    fleet: {
      summary: 'Many devices together: one queue for plotters, collections for stations',
      load: async () => (await import('./fleet/index.ts')).fleet,
    },
    discover: {
      summary: 'List the base stations on the network',
      load: async () => (await import('./discover-command.ts')).discover,
    },
    doctor: {
      summary: 'Check everything a station needs, and say how to fix problems',
      load: async () => (await import('./doctor/doctor-command.ts')).doctor,
    },
    card: {
      summary: 'Mount or unmount the card of the station',
      load: async () => (await import('./card/card-command.ts')).card,
    },
    network: {
      summary: 'The Wi-Fi network of the station',
      load: async () => (await import('./network/network-command.ts')).network,
    },
    presets: {
      summary: 'Copy the presets of an SD card image into the config file',
      load: async () => (await import('./setup/presets-command.ts')).presets,
    },
    setup: {
      summary: 'Apply what was chosen on the page of the station; systemd runs this',
      load: async () => (await import('./setup/setup-command.ts')).setup,
    },
    firmware: {
      summary: 'Make firmware bundles, and update stations',
      load: async () => (await import('./firmware/firmware-command.ts')).firmware,
    },
    launch: {
      summary: 'Run the newest working version of the base station',
      load: async () => (await import('./launch-command.ts')).launchCommand,
    },
    simulate: {
      summary: 'Run a device in software',
      load: async () => (await import('./simulate/simulate-command.ts')).simulate,
    },
    completion: {
      summary: 'Set up completion for bash, zsh and fish',
      load: async () => (await import('./completion/completion-command.ts')).completion,
    },
    complete: {
      summary: 'List what completes a word, for the completion scripts',
      isHidden: true,
      load: async () => (await import('./completion/complete-command.ts')).complete,
    },
    version: {
      summary: 'Show the version',
      load: async () => (await import('./version-command.ts')).version,
    },
  },
  examples: [
    'stationery up                                       run both services, with simulated devices',
    'stationery station --reader pn532:/dev/ttyUSB0      run a station with a PN532 reader',
    'stationery plotter --serial-path /dev/ttyUSB0       run a plotter on a USB cable',
    'stationery files put song.mp3                       upload a file to the card of a station',
    'stationery tags add --bind song.mp3                 add a tag for it',
    'stationery play song.mp3                            play it now',
    'stationery plot drawing.svg --paper a4 --fit        plot a drawing',
    'stationery doctor                                   find problems, and how to fix them',
  ],
};
