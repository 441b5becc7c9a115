import type { Rolldown } from 'vite';
import type { Language } from '../../src/i18n/languages.ts';

/** What src/prerender.tsx renders, as markup. */
export interface Render {
  renderHome(language: Language): Promise<string>;
  renderMakePic(language: Language): Promise<string>;
  /** `path` is below the base path. */
  renderFrame(path: string, language: Language): Promise<string>;
}

/** What a page is made of: the built index.html, and the folder and the address of the built files. */
export interface PageParts {
  html: string;
  base: string;
  folder: string;
  bundle: Rolldown.OutputBundle;
  render: Render;
}

/** Where the app is rendered, in index.html. */
export const root = '<div id="app"></div>';
