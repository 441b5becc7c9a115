import type { Rolldown } from 'vite';
import { languages } from '../../src/i18n/languages.ts';

type Bundle = Rolldown.OutputBundle;

/** A screen's file, whose name is its address. */
const screenFile = /\/src\/screens\/(?:([\w-]+)\/)?([\w-]+)\.tsx$/;

/** `__FIRST_FILES__` of src/frame.ts: the app's script, the words of each language and the files of each screen with what asks and waits above it. */
export function firstFiles(bundle: Bundle) {
  const chunks = chunksOf(bundle);
  const wordsIn = (ending: string) =>
    chunks.filter(chunk => chunk.facadeModuleId?.endsWith(ending)).map(chunk => chunk.fileName);
  const words = languages.map(({ code }) => [
    code,
    ['i18next', `${code}.screens`, code].flatMap(name => wordsIn(`/src/i18n/${name}.ts`)),
  ]);
  const overlays = chunks.filter(chunk => chunk.facadeModuleId?.endsWith('/src/app/blocking-overlays.tsx'));
  const above = overlays.flatMap(chunk => laterFilesOf(chunk, bundle));
  const screens = Object.entries(screenFiles(bundle)).map(([name, files]) => [
    name,
    [...new Set([...files, ...above])],
  ]);
  return { app: entryOf(bundle).fileName, words, screens };
}

/** The files of each screen, by its name, that do not come with the app's own script. */
export function screenFiles(bundle: Bundle): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const chunk of chunksOf(bundle)) {
    const [, folder, name = ''] = screenFile.exec(chunk.facadeModuleId ?? '') ?? [];
    const isScreen = name !== '' && (folder === undefined || folder === name);
    if (isScreen) files[name] = laterFilesOf(chunk, bundle);
  }
  return files;
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter(output => output.type === 'chunk');

/** The chunk of the app's own script. */
function entryOf(bundle: Bundle): Rolldown.OutputChunk {
  const entry = chunksOf(bundle).find(chunk => chunk.isEntry);
  if (!entry) throw new Error('The app has no script');
  return entry;
}

/** What a chunk needs beyond what comes with the app's own script. */
function laterFilesOf(chunk: Rolldown.OutputChunk, bundle: Bundle): string[] {
  const known = filesOf(entryOf(bundle), bundle);
  return filesOf(chunk, bundle).filter(file => !known.includes(file));
}

/** A chunk's own file, its styles, and those of all that it imports. */
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
