import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const standInFolder = fileURLToPath(new URL('./ali-oss-slim/', import.meta.url));
const sdkFolder = dirname(require.resolve('ali-oss/package.json'));
const sdkEntry = join(sdkFolder, 'lib/browser/client.js');

/** Imports of the SDK that an upload hardly needs. Files of the same names in `ali-oss-slim/` replace them. */
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

/** Imports of the SDK that an upload never runs. */
const emptied = new Set(['bowser', 'fs', 'jstoxml', 'platform', 'urllib']);

/** The SDK's own shims for browsers. */
const ownShims = new Map([
  ['crypto', 'shims/crypto/crypto.js'],
  ['debug', 'shims/debug.js'],
  ['utility', 'shims/utility.js'],
]);

/** Files of the SDK that no upload uses; `put` and uploads in parts need the rest of managed-upload. */
const unusedMethods =
  /^lib\/(browser\/bucket|common\/(bucket\/.*|object\/.*|image|image\/.*|multipart-copy|parallel))$/;

/**
 * Shrinks ali-oss from 141 kB to 14.3 kB (brotli). Bundles only the parts of the SDK's source that `put` and uploads in
 * parts need, without buckets, copies and reads. The app works the same without this plugin.
 */
export function aliOssSlim(): Plugin {
  return {
    name: 'ali-oss-slim',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: environment => environment.name === 'client',

    outputOptions: options => ({
      ...options,
      // A fixed name, so that the service worker can leave this chunk out of its precache.
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

function isInside(file: string): boolean {
  return !relative(sdkFolder, file).startsWith('..');
}

function isUnused(source: string, importer: string): boolean {
  const folder = dirname(relative(sdkFolder, importer)).replaceAll('\\', '/');
  return unusedMethods.test(posix.join(folder, source).replace(/\.js$/, ''));
}

// A module that is loaded by `require()` must be CommonJS for rolldown.
function standIn(name: string): string {
  return join(standInFolder, `${name}.cjs`);
}

/** Defines the globals of Node that the SDK expects. */
function nodeGlobals(code: string): string {
  const process = /\bprocess\b/.test(code) ? "var process = { browser: true, env: {}, version: '' };" : '';
  const buffer = /\bBuffer\b/.test(code) ? "var Buffer = require('buffer').Buffer;" : '';
  return process + buffer;
}

/** The SDK's licence requires its notice in every copy, but the minifier would remove it from the source. */
function licenceNotice(): string {
  return `/*! ali-oss\n${readFileSync(join(sdkFolder, 'LICENSE'), 'utf8')}*/`;
}
