import type { Rolldown } from 'vite';
import type { Language } from '../../server/languages/languages.ts';

/** Renders markup by src/prerender.tsx. */
export interface Render {
  renderHome(language: Language): Promise<string>;
  renderMakePic(language: Language): Promise<string>;
  /** `path` is below the base path. */
  renderFrame(path: string, language: Language): Promise<string>;
}

/** The built index.html, and the folder and address of the built files. */
export interface PageParts {
  html: string;
  base: string;
  folder: string;
  bundle: Rolldown.OutputBundle;
  render: Render;
}

/** The app's element in index.html. */
export const root = '<div id="app"></div>';
