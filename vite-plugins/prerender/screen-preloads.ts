import type { Rolldown } from 'vite';
import { languages } from '../../src/i18n/languages.ts';

type Bundle = Rolldown.OutputBundle;

/** A screen's file, whose name is its address. */
const screenFile = /\/src\/screens\/(?:([\w-]+)\/)?([\w-]+)\.tsx$/;

/**
 * A script for the page of all screens but Home: it asks for the files of the screen in the address, and for its words, at
 * once and not only when the app's own script has come and has seen which they are.
 */
export function screenPreloads(bundle: Bundle, base: string): string {
  const chunks = chunksOf(bundle);
  const words = (ending: string) =>
    chunks.filter(chunk => chunk.facadeModuleId?.endsWith(ending)).map(chunk => chunk.fileName);
  const dictionary = words('/src/i18n/dictionary.ts');
  const wordFiles = Object.fromEntries(
    languages.map(({ code }) => [
      code,
      [...dictionary, ...words(`/src/i18n/${code}.screens.ts`), ...words(`/src/i18n/${code}.ts`)],
    ]),
  );

  return `(()=>{
let chosen=null;
try{chosen=localStorage.getItem('tyy.language')}catch{}
const words=${JSON.stringify(wordFiles)};
const files=${JSON.stringify(screenFiles(bundle))}[location.pathname.slice(${base.length})];
if(files)for(const file of (words[chosen]||words[${JSON.stringify(languages[0].code)}]).concat(files)){
const link=document.createElement('link');
if(file.endsWith('.css')){link.rel='preload';link.as='style'}else link.rel='modulepreload';
link.crossOrigin='';
link.href=${JSON.stringify(base)}+file;
document.head.append(link)
}})()`;
}

/** The files of each screen, by its name, that do not come with the app's own script. */
export function screenFiles(bundle: Bundle): Record<string, string[]> {
  const chunks = chunksOf(bundle);
  const entry = chunks.find(chunk => chunk.isEntry);
  const known = entry ? filesOf(entry, bundle) : [];
  const files: Record<string, string[]> = {};
  for (const chunk of chunks) {
    const [, folder, name = ''] = screenFile.exec(chunk.facadeModuleId ?? '') ?? [];
    const isScreen = name !== '' && (folder === undefined || folder === name);
    if (isScreen) files[name] = filesOf(chunk, bundle).filter(file => !known.includes(file));
  }
  return files;
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter(output => output.type === 'chunk');

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
