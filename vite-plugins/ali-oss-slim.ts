import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const standInFolder = fileURLToPath(new URL('./ali-oss-slim/', import.meta.url));
const sdkFolder = dirname(require.resolve('ali-oss/package.json'));
const sdkEntry = join(sdkFolder, 'lib/browser/client.js');

/** Imports of the SDK that uploads barely use. Files with the same names in `ali-oss-slim/` replace them. */
const replaced = new Set([
  'agentkeepalive',
  'buffer',
  'dateformat',
  'humanize-ms',
  'is-type-of',
  'mime',
  'path',
  'qs',
  'stream',
  'url',
  'util',
  'xml2js',
]);

/** Imports of the SDK whose code uploads never run. They become empty modules. */
const emptied = new Set(['bowser', 'fs', 'jstoxml', 'platform', 'urllib']);

/** The SDK's own browser shims. */
const ownShims = new Map([
  ['crypto', 'shims/crypto/crypto.js'],
  ['debug', 'shims/debug.js'],
  ['utility', 'shims/utility.js'],
]);

/** Files of the SDK that uploads do not use. */
const unusedMethods =
  /^lib\/(browser\/bucket|common\/(bucket\/.*|object\/.*|image|image\/.*|multipart-copy|parallel))$/;

/**
 * Shrinks ali-oss from 141 kB to 14.3 kB (brotli), by bundling only the source files that `put` and multipart uploads
 * need. Leaves out buckets, copies and downloads. The app also works without this plugin.
 */
export function aliOssSlim(): Plugin {
  return {
    name: 'ali-oss-slim',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: environment => environment.name === 'client',

    outputOptions: options => ({
      ...options,
      // A fixed name, so that the service worker can exclude this chunk from its precache.
      chunkFileNames: chunk => {
        const { chunkFileNames: others = 'assets/[name]-[hash].js' } = options;
        if (chunk.moduleIds.includes(sdkEntry)) return 'assets/ali-oss-[hash].js';
        return typeof others === 'string' ? others : others(chunk);
      },
      postBanner: chunk => (chunk.moduleIds.includes(sdkEntry) ? licenceNotice() : ''),
    }),

    resolveId(source, importer) {
      if (source === 'ali-oss') return sdkEntry;
      if (!importer || !isInside(importer)) return;
      if (source.startsWith('.')) return isUnused(source, importer) ? standIn('empty') : undefined;
      if (emptied.has(source)) return standIn('empty');
      if (replaced.has(source)) return standIn(source);
      if (source.startsWith('lodash/')) return standIn(source.replace('/', '-'));
      const shim = ownShims.get(source);
      return shim && join(sdkFolder, shim);
    },

    transform: {
      filter: { id: /\/node_modules\/ali-oss\/(lib|shims)\// },
      handler: code => ({ code: nodeGlobals(code) + code, map: null }),
    },
  };
}

const isInside = (file: string): boolean => !relative(sdkFolder, file).startsWith('..');

function isUnused(source: string, importer: string): boolean {
  const folder = dirname(relative(sdkFolder, importer)).replaceAll('\\', '/');
  return unusedMethods.test(posix.join(folder, source).replace(/\.js$/, ''));
}

// A `.cjs` file, because rolldown requires modules loaded by `require()` to be CommonJS.
const standIn = (name: string): string => join(standInFolder, `${name}.cjs`);

/** Defines the Node globals that the SDK expects. */
function nodeGlobals(code: string): string {
  const process = /\bprocess\b/.test(code) ? "var process = { browser: true, env: {}, version: '' };" : '';
  const buffer = /\bBuffer\b/.test(code) ? "var Buffer = require('buffer').Buffer;" : '';
  return process + buffer;
}

/** The SDK's licence notice. Every copy must contain it, but the minifier would remove it from the source. */
function licenceNotice(): string {
  return `/*! ali-oss\n${readFileSync(join(sdkFolder, 'LICENSE'), 'utf8')}*/`;
}
