import type { Plugin } from 'vite';

/** The module that Vite puts around each `import()` of the built app. */
const viteHelper = '\0vite/preload-helper.js';

/** Puts src/platform/load-files.ts around each `import()`, and hands it all files of it, its own too. */
export function dynamicImports(): Plugin {
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
