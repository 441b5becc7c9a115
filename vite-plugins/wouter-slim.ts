import type { Plugin } from 'vite';

const computed = 'React["useInsertion" + "Effect"]';

/**
 * Takes wouter from 3.8 kB to 1.7 kB (brotli): it reads one of React's exports by a computed name, to stay friends with
 * React 17, and for that the bundler would keep all of Preact's copy of React.
 */
export function wouterSlim(): Plugin {
  return {
    name: 'wouter-slim',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/wouter\/src\/react-deps\.js$/ },
      handler(code) {
        if (!code.includes(computed)) this.error('wouter no longer computes the name: wouter-slim can go');
        return { code: code.replace(computed, 'React.useInsertionEffect'), map: null };
      },
    },
  };
}
