import type { Plugin } from 'vite';

/**
 * Puts all that Home needs into one file, and into another one what else several screens share: left alone the bundler
 * makes dozens of small files of it, more than a browser asks for at the same time where there is no HTTP/2.
 */
export function homeChunk(): Plugin {
  const home = new Set<string>();

  return {
    name: 'home-chunk',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',

    // All modules are known by now.
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter(id => this.getModuleInfo(id)?.isEntry);
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        if (home.has(id)) continue;
        home.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },

    outputOptions: options => ({
      ...options,
      codeSplitting: {
        groups: [
          { name: 'home', test: id => home.has(id), priority: 2 },
          { name: 'shared', test: /\/src\/.*\.(ts|tsx|css)$/, minShareCount: 3, priority: 1 },
        ],
      },
    }),
  };
}
