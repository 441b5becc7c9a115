import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const suffix = '?small-canvas';
const canvas = resolve('server/generator/filters/canvas.ts');
const replacement = resolve('server/template-previews/small-canvas.ts');

/**
 * Gives the thread that draws previews a copy of the generator with a small canvas. Its entry has `?small-canvas` behind
 * the name, which goes on to all modules of ours that it imports; the canvas among them is exchanged.
 */
export function smallCanvas(): Plugin {
  return {
    name: 'small-canvas',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const isEntry = source.endsWith(suffix);
      if (!isEntry && !importer?.endsWith(suffix)) return null;
      const found = await this.resolve(source.replace(suffix, ''), importer?.replace(suffix, ''), {
        ...options,
        skipSelf: true,
      });
      if (!found || found.external || !found.id.endsWith('.ts')) return found;
      return `${found.id === canvas ? replacement : found.id}${suffix}`;
    },
  };
}
