import type { Rolldown } from 'vite';
import type { Language } from '../../server/languages/languages.ts';

/** Renders markup with src/prerender.tsx. */
export interface Render {
  renderHome(language: Language): Promise<string>;
  renderMakePic(language: Language): Promise<string>;
  /** `path` is relative to the base path. */
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

/** The element of the app in index.html. */
export const root = '<div id="app"></div>';
