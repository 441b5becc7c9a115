import type { Rolldown } from 'vite';
import type { Language } from '../../server/languages/languages.ts';

/** Functions of src/prerender.tsx that render markup. */
export interface Render {
  renderHome(language: Language): Promise<string>;
  renderMakePic(language: Language): Promise<string>;
  /** `path` is relative to the base path. */
  renderFrame(path: string, language: Language): Promise<string>;
}

/** The built index.html, with the folder and the address of the built files. */
export interface PageParts {
  html: string;
  base: string;
  folder: string;
  bundle: Rolldown.OutputBundle;
  render: Render;
}

/** The app's root element in index.html. */
export const root = '<div id="app"></div>';
