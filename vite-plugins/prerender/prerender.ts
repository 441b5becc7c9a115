import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { framePage } from './frame-page.ts';
import { homePage } from './home-page.ts';
import type { Render } from './page-parts.ts';

/** Prerenders Home into index.html and the other screens' frames into frame.html, both with inline styles. */
export function prerender(): Plugin {
  let base = '/';
  let folder = '';
  let publicFolder = '';
  let isReact = false;

  return {
    name: 'prerender',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',

    configResolved(config) {
      base = config.base;
      publicFolder = config.publicDir;
      isReact = config.mode === 'react';
    },

    // Must run before the service worker plugin, which lists the app's files.
    writeBundle: {
      sequential: true,
      async handler(options, bundle) {
        folder = options.dir ?? folder;
        // Without indentation, Home's HTML fits the first TCP window.
        const html = (await readFile(join(folder, 'index.html'), 'utf8')).replace(/>\n\s+</g, '><');
        const parts = { html, base, folder, bundle, render: await loadRender(isReact) };
        await writeFile(join(folder, 'index.html'), await homePage(parts, publicFolder));
        await writeFile(join(folder, 'frame.html'), await framePage(parts));
      },
    },
  };
}

/** Removes React's hydration comments. Preact does not need them, and would remove each one at startup. */
const withoutMarks = (markup: string): string => markup.replace(/<!--.*?-->/g, '');

/** Builds src/prerender.tsx for Node and imports it, with substitutes for the few browser APIs that it uses. */
async function loadRender(isReact: boolean): Promise<Render> {
  const outDir = 'node_modules/.cache/prerender';
  await build({
    configFile: false,
    base: '/tyy/',
    publicDir: false,
    logLevel: 'warn',
    define: { __APP_VERSION__: '""' },
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      // A single file, because a second chunk would import the first one again without its query, as a separate module
      // with its own texts and state.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  Object.assign(globalThis, {
    window: globalThis,
    appSettings: {},
    history: { state: null },
    document: { documentElement: {} },
  });
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: '', onLine: true },
    configurable: true,
  });
  const render: typeof import('../../src/prerender.tsx') = await import(
    `${pathToFileURL(join(outDir, 'prerender.js'))}?${Date.now()}`
  );
  const at = (path: string) => Object.assign(globalThis, { location: new URL(path, 'http://localhost') });
  const prepare = isReact ? (markup: string) => markup : withoutMarks;
  return {
    renderHome(language) {
      at('/tyy/');
      return render.renderHome(language).then(prepare);
    },
    renderMakePic(language) {
      at('/tyy/make-pic');
      return render.renderMakePic(language).then(prepare);
    },
    renderFrame(path, language) {
      at(`/tyy${path}`);
      return render.renderFrame(language).then(prepare);
    },
  };
}
