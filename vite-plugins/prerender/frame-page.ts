import { build, type Rolldown } from 'vite';
import { languages } from '../../src/i18n/languages.ts';
import { paths } from '../../src/paths.ts';
import { firstFiles, screenFiles } from './first-files.ts';
import { stylesFor, withInlineStyles } from './inline-styles.ts';
import { type PageParts, root } from './page-parts.ts';

/** The app's own script; src/frame.ts starts it. */
const appScript = /<script type="module" crossorigin src="[^"]+"><\/script>/;

/**
 * frame.html, from which all screens but Home start: templates in each language, of which src/frame.ts shows one. They are
 * the frames of the screens, by their path, and the first step of make-pic.
 */
export async function framePage({ html, base, folder, bundle, render }: PageParts): Promise<string> {
  const frames: string[] = [];
  const makePic: string[] = [];
  for (const { code, lang } of languages) {
    const template = (path: string, markup: string) =>
      `<template data-screen="${code} ${path}" lang="${lang}">${markup}</template>`;
    for (const path of [...Object.values(paths), '/not-found'])
      if (path !== paths.home) frames.push(template(path, await render.renderFrame(path, code)));
    makePic.push(template(`whole ${paths.makePic}`, await render.renderMakePic(code)));
  }
  const sheets = (screenFiles(bundle)['make-pic'] ?? []).filter(file => file.endsWith('.css'));
  const styles = await stylesFor(makePic.join(''), sheets, folder);
  const script = `<script>${await frameScript(bundle)}</script>`;
  return (await withInlineStyles(html, base, folder))
    .replace(root, () => [...frames, ...makePic, root, script].join(''))
    .replace(appScript, '')
    .replace('</head>', () => `<style>${styles}</style>\n  </head>`);
}

/** src/frame.ts as a script that stands inside the page. */
async function frameScript(bundle: Rolldown.OutputBundle): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __FIRST_FILES__: JSON.stringify(firstFiles(bundle)) },
    build: {
      lib: { entry: 'src/frame.ts', formats: ['iife'], name: 'frame' },
      target: 'es2020',
      minify: true,
      write: false,
    },
  });
  const [result] = [built].flat() as Rolldown.RolldownOutput[];
  const script = result?.output[0];
  if (script?.type !== 'chunk') throw new Error('src/frame.ts was not built');
  return script.code;
}
