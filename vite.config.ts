import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { withSettings } from './server/http/files/page-settings.ts';
import { readAppSettings } from './server/settings/app-settings.ts';
import { devPlugin } from './server/start/dev-plugin.ts';
import { aliOssSlim } from './vite-plugins/ali-oss-slim.ts';
import { homeChunk } from './vite-plugins/home-chunk.ts';
import { prerender } from './vite-plugins/prerender/prerender.ts';
import { serviceWorker } from './vite-plugins/service-worker.ts';
import { sourceMaps } from './vite-plugins/source-maps.ts';

/** The module that Vite puts around each `import()` of the built app. */
const viteHelper = '\0vite/preload-helper.js';

/**
 * Builds the app that is served below /tyy/. The source imports `react`, which the preset replaces by Preact. With
 * `--mode react` the app uses React.
 */
export default defineConfig(({ command, mode }) => ({
  base: '/tyy/',
  plugins: [
    pageSettings(),
    mode !== 'react' && preact({ reactAliasesEnabled: true }),
    aliOssSlim(),
    dynamicImports(),
    homeChunk(),
    prerender(),
    serviceWorker(),
    sourceMaps(),
    devPlugin(),
  ],
  // wouter and valtio contain a shim for old versions of React; Preact's own hook saves 1.9 kB.
  resolve: {
    alias:
      mode === 'react'
        ? []
        : [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' }],
  },
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  // Named exports would add a copy of each text's key to the built files of texts. With `stringify`, the development
  // server would not report a mistake in a large file.
  json: { namedExports: false, ...(command === 'serve' && { stringify: false }) },
  build: {
    outDir: 'dist/app',
    manifest: true,
    target: 'es2020',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The package's file is called index; the service worker excludes it from the precache by this name.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/hash-wasm/')
            ? 'assets/hash-wasm-[hash:7].js'
            : 'assets/[name]-[hash:7].js',
        // Pages and scripts contain dozens of these names: hashes of 6 letters instead of 8 save 300 bytes.
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
}));

/** Writes the `VITE_` settings into the page. Ends the build if one has a wrong value. */
function pageSettings(): Plugin {
  let settings = {};
  return {
    name: 'page-settings',
    configResolved({ env }) {
      settings = readAppSettings(env);
    },
    transformIndexHtml: html => withSettings(html, settings),
  };
}

/** Wraps each `import()` in src/platform/load-files.ts, with the names of all files that it loads. */
function dynamicImports(): Plugin {
  return {
    name: 'dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        // Browsers without modulepreload load these files with the imports.
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
