import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const standInFolder = fileURLToPath(new URL('./ali-oss-slim/', import.meta.url));
const sdkFolder = dirname(require.resolve('ali-oss/package.json'));
const sdkEntry = join(sdkFolder, 'lib/browser/client.js');

/** What the SDK asks for and an upload needs in a small part only: a stand-in of that name lies beside this file. */
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

/** What the SDK asks for and an upload never reaches. */
const emptied = new Set(['bowser', 'fs', 'jstoxml', 'platform', 'urllib']);

/** What the SDK brings itself for browsers. */
const ownShims = new Map([
  ['crypto', 'shims/crypto/crypto.js'],
  ['debug', 'shims/debug.js'],
  ['utility', 'shims/utility.js'],
]);

/** The SDK's methods that no upload calls; what `put` and parts need of managed-upload stays. */
const unusedMethods =
  /^lib\/(browser\/bucket|common\/(bucket\/.*|object\/.*|image|image\/.*|multipart-copy|parallel))$/;

/**
 * Takes ali-oss from 141 kB to 14.3 kB (brotli): bundles the SDK's own source instead of its ready-made file, with only
 * what `put` and uploads in parts need. Buckets, copies and reads are not there. Without the plugin the app works the same.
 */
export function aliOssSlim(): Plugin {
  return {
    name: 'ali-oss-slim',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: environment => environment.name === 'client',

    outputOptions: options => ({
      ...options,
      // A name by which the service worker can leave the chunk out of what it fetches beforehand.
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

// Under rolldown a module reached by require() must be CommonJS.
function standIn(name: string): string {
  return join(standInFolder, `${name}.cjs`);
}

/** The globals of Node that the SDK takes for granted. */
function nodeGlobals(code: string): string {
  const process = /\bprocess\b/.test(code) ? "var process = { browser: true, env: {}, version: '' };" : '';
  const buffer = /\bBuffer\b/.test(code) ? "var Buffer = require('buffer').Buffer;" : '';
  return process + buffer;
}

/** The SDK's licence asks that its notice goes along with every copy; the minifier would drop it from the source. */
function licenceNotice(): string {
  return `/*! ali-oss\n${readFileSync(join(sdkFolder, 'LICENSE'), 'utf8')}*/`;
}
