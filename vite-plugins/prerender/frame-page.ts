import { build, type Rolldown } from 'vite';
import { languages } from '../../src/i18n/languages.ts';
import { firstFiles, screenFiles } from './first-files.ts';
import { stylesFor, withInlineStyles } from './inline-styles.ts';
import { type PageParts, root } from './page-parts.ts';

/** The app's own script; src/frame.ts starts it. */
const appScript = /<script type="module" crossorigin src="[^"]+"><\/script>/;

/**
 * frame.html, from which all screens but Home start: what src/frame.ts shows in it, a neutral skeleton or the first step of
 * make-pic.
 */
export async function framePage({ html, base, folder, bundle, render }: PageParts): Promise<string> {
  const screens: string[] = [];
  for (const { code, lang } of languages) {
    const markup = await render.renderMakePic(code);
    screens.push(`<template data-language="${code}" lang="${lang}">${markup}</template>`);
  }
  const sheets = (screenFiles(bundle)['make-pic'] ?? []).filter(file => file.endsWith('.css'));
  const styles = await stylesFor(screens.join(''), sheets, folder);
  const frame = `<template>${render.renderFrame()}</template>`;
  const script = `<script>${await frameScript(bundle)}</script>`;
  return (await withInlineStyles(html, base, folder))
    .replace(root, () => frame + screens.join('') + root + script)
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
