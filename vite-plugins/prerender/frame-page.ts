import { build, type Rolldown } from 'vite';
import { languages } from '../../server/languages/languages.ts';
import { paths } from '../../src/paths.ts';
import { stylesFor, withInlineStyles } from './inline-styles.ts';
import { type PageParts, root } from './page-parts.ts';

type Bundle = Rolldown.OutputBundle;

/** Matches a screen's source file, which is named after the screen's address. */
const screenFile = /\/src\/screens\/(?:([\w-]+)\/)?([\w-]+)\.tsx$/;

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter(output => output.type === 'chunk');

/** Matches the app's own script tag. Instead, src/frame.ts loads the script. */
const appScript = /<script type="module" crossorigin src="[^"]+"><\/script>/;

/**
 * Builds frame.html, the page for all screens except Home. It contains a template for each screen and language, and
 * src/frame.ts shows the right one. The templates contain the screens' frames and, for make-pic, the whole first step.
 */
export async function framePage({ html, base, folder, bundle, render }: PageParts): Promise<string> {
  const frames: string[] = [];
  const makePic: string[] = [];
  for (const { code, lang, sentences } of languages) {
    const template = (path: string, markup: string) =>
      `<template data-screen="${code} ${path}" lang="${lang}" title="${sentences['preview.title']}">${markup}</template>`;
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

/** Builds src/frame.ts as an inline script. */
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

/** Returns `__FIRST_FILES__`: the app's script, text files per language, and each screen's files with overlays. */
function firstFiles(bundle: Bundle) {
  const chunks = chunksOf(bundle);
  const wordsIn = (ending: string) =>
    chunks.filter(chunk => chunk.facadeModuleId?.endsWith(ending)).map(chunk => chunk.fileName);
  const words = languages.map(({ code }) => [
    code,
    ['i18next.ts', `${code}.screens.json`, `${code}.json`].flatMap(name => wordsIn(`/src/i18n/${name}`)),
  ]);
  const overlays = chunks.filter(chunk => chunk.facadeModuleId?.endsWith('/src/app/blocking-overlays.tsx'));
  const above = overlays.flatMap(chunk => laterFilesOf(chunk, bundle));
  const screens = Object.entries(screenFiles(bundle)).map(([name, files]) => [
    name,
    [...new Set([...files, ...above])],
  ]);
  return { app: entryOf(bundle).fileName, words, screens };
}

/** Returns each screen's files by screen name, excluding files that the app's own script already loads. */
function screenFiles(bundle: Bundle): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const chunk of chunksOf(bundle)) {
    const [, folder, name = ''] = screenFile.exec(chunk.facadeModuleId ?? '') ?? [];
    const isScreen = name !== '' && (folder === undefined || folder === name);
    if (isScreen) files[name] = laterFilesOf(chunk, bundle);
  }
  return files;
}

function entryOf(bundle: Bundle): Rolldown.OutputChunk {
  const entry = chunksOf(bundle).find(chunk => chunk.isEntry);
  if (!entry) throw new Error('The app has no script');
  return entry;
}

/** Returns a chunk's files, excluding files that the app's own script already loads. */
function laterFilesOf(chunk: Rolldown.OutputChunk, bundle: Bundle): string[] {
  const known = filesOf(entryOf(bundle), bundle);
  return filesOf(chunk, bundle).filter(file => !known.includes(file));
}

/** Returns a chunk's file, its style sheets, and those of all its imports. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Bundle, found: string[] = []): string[] {
  if (found.includes(chunk.fileName)) return found;
  found.push(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, found);
  }
  for (const style of chunk.viteMetadata?.importedCss ?? []) if (!found.includes(style)) found.push(style);
  return found;
}
