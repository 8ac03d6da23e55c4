import { fileURLToPath } from 'node:url';
import { defaultClientConditions } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Addresses of the services for `npm run dev:station`, `dev:plotter` and `dev:board`. */
const services = {
  station: process.env.STATION_URL ?? 'http://localhost:8080',
  plotter: process.env.PLOTTER_URL ?? 'http://localhost:3000',
  board: process.env.BOARD_URL ?? 'http://localhost:3200',
};

/** Declares modules without side effects, so that pages contain only the functions and components that they use. */
const rolldownOptions = {
  // Disables a warning that plugins take time, which appears on a busy machine.
  checks: { pluginTimings: false },
  treeshake: {
    moduleSideEffects: [
      { test: /[\\/]packages[\\/]drawing[\\/]/, sideEffects: false },
      { test: /[\\/]web[\\/]src[\\/]ui[\\/][\w-]+\.tsx?$/, sideEffects: false },
    ],
  },
};

/**
 * Puts all modules of the first load into one file, which compresses better than a dozen files. Only for
 * builds with one page.
 */
const inOneFile = { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } };

/** Matches modules of a single page, such as QR codes. All other modules are shared and go into one file. */
const ownOfOnePage = /\/src\/station\/(?:index|main|app|panels|play)|\/ui\/qr-code|\/node_modules\/uqr\//;
const sharedInOneFile = {
  codeSplitting: { groups: [{ name: 'shared', tags: ['$initial'], test: (id) => !ownOfOnePage.test(id) }] },
};

/** The station has a second page, the kiosk page. */
const inputs = {
  station: { main: path('src/station/index.html'), play: path('src/station/play/index.html') },
  plotter: path('src/plotter/index.html'),
  board: path('src/board/index.html'),
};

/** Returns the configuration for building one page separately, so that it contains no code of the others. */
export function pageConfig(page) {
  return {
    configFile: false,
    root: path(`src/${page}`),
    publicDir: path(`src/${page}/public`),
    logLevel: 'warn',
    // The base is relative, because a proxy can serve the page below a path.
    base: './',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [paintWhenReady(), explainOldBrowsers(), withoutFolder()],
    build: {
      outDir: path(`dist/${page}`),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...rolldownOptions,
        input: inputs[page],
        output: typeof inputs[page] === 'string' ? inOneFile : sharedInOneFile,
      },
    },
    worker: { format: 'es', rolldownOptions },
    server: { proxy: { '/api': services[page], '/simulator': services[page] } },
  };
}

/**
 * Shows the page only when it is ready, in the chosen colours, instead of an empty page in the default
 * colours.
 */
function paintWhenReady() {
  return {
    name: 'paint-when-ready',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<script type="module" crossorigin/, '<script type="module" blocking="render"'),
    },
  };
}

/** Shows a text in browsers that cannot run the page, if the page is still empty after a while. */
function explainOldBrowsers() {
  const text = `<p class="no-start">
      Nothing here after a minute? This page needs a newer browser.
      <br>Hier ist nach einer Minute nichts? Die Seite braucht einen neueren Browser.
    </p>
  </body>`;
  return { name: 'explain-old-browsers', transformIndexHtml: (html) => html.replace('</body>', text) };
}

/** Moves the second page out of its folder in the build, because it is served as `/play`, not `/play/`. */
function withoutFolder() {
  return {
    name: 'without-folder',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('="../', '="./') },
  };
}

export default () => pageConfig(process.env.PAGE);
