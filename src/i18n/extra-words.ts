import { type LoadWords, loadWords } from './i18n.ts';
import type { LanguageFile } from './languages.ts';

/** Finds the files by pattern, so that this code lists no languages. */
const files = import.meta.glob<{ default: LanguageFile<'extras'> }>('./*.extras.json');

const load: LoadWords = async language => {
  const open = files[`./${language}.extras.json`];
  if (!open) throw new Error(`There are no extra texts in ${language}.`);
  return open();
};

/** Loads texts for components that load later than their screen. Also loads them for any language chosen later. */
export const loadExtraWords = (): Promise<void> => loadWords(load);

export async function withExtraWords<File>(file: Promise<File>): Promise<File> {
  const [opened] = await Promise.all([file, loadExtraWords()]);
  return opened;
}
