import { type LoadWords, loadWords } from './i18n.ts';
import type { LanguageFile } from './languages.ts';

/** Their names hold the language, so that none is named here. */
const files = import.meta.glob<LanguageFile<'extras'>>('./*.extras.ts');

const load: LoadWords = async language => {
  const open = files[`./${language}.extras.ts`];
  if (!open) throw new Error(`There are no further words in ${language}.`);
  return open();
};

/** Loads what the parts say that come after their screen, in the language that is shown and in each one that is shown later. */
export function loadExtraWords(): Promise<void> {
  return loadWords(load);
}

/** Waits for a file and for the words that its parts say beside those of their screen. */
export async function withExtraWords<File>(file: Promise<File>): Promise<File> {
  const [opened] = await Promise.all([file, loadExtraWords()]);
  return opened;
}
