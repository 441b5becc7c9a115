import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { appSettings } from './server/settings/app-settings.ts';
import { readSettings } from './server/settings/read-settings.ts';
import { devPlugin } from './server/start/dev-plugin.ts';
import { aliOssSlim } from './vite-plugins/ali-oss-slim.ts';
import { homeChunk } from './vite-plugins/home-chunk.ts';
import { prerender } from './vite-plugins/prerender/prerender.ts';
import { serviceWorker } from './vite-plugins/service-worker.ts';
import { sourceMaps } from './vite-plugins/source-maps.ts';

/** The module that Vite puts around each `import()` of the built app. */
const viteHelper = '\0vite/preload-helper.js';

/**
 * Builds the app that is served below /tyy/. The source says `react`; the preset makes it Preact, save with
 * `--mode react`, which shows that the same source runs on React itself.
 */
export default defineConfig(({ mode }) => ({
  base: '/tyy/',
  plugins: [
    // A value that is not allowed ends the build, not the first visit.
    { name: 'app-settings', configResolved: ({ env }) => void readSettings(appSettings, env) },
    mode !== 'react' && preact({ reactAliasesEnabled: true }),
    aliOssSlim(),
    dynamicImports(),
    homeChunk(),
    prerender(),
    serviceWorker(),
    sourceMaps(),
    devPlugin(),
  ],
  // wouter and valtio bring a shim for old versions of React; Preact's own hook makes it 1.9 kB smaller.
  resolve: {
    alias:
      mode === 'react'
        ? []
        : [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' }],
  },
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  // Named exports would put a copy of each text's name into the built files of texts.
  json: { namedExports: false },
  build: {
    outDir: 'dist/app',
    manifest: true,
    target: 'es2020',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Its own file is called index, which says nothing to those who leave it out of the precache.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/hash-wasm/')
            ? 'assets/hash-wasm-[hash:7].js'
            : 'assets/[name]-[hash:7].js',
        // Pages and scripts name dozens of these: two letters fewer of each are worth 300 bytes, and six tell releases apart.
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
}));

/** Puts src/platform/load-files.ts around each `import()`, and hands it all files of it, its own too. */
function dynamicImports(): Plugin {
  return {
    name: 'dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        // A browser that does not know modulepreload gets the files with the imports.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, others, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...others])] : others,
        },
      },
    }),
    load: id =>
      id === viteHelper
        ? "export { loadFiles as __vitePreload } from '/src/platform/load-files.ts';"
        : undefined,
  };
}
