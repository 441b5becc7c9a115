import { type LoadWords, loadWords } from './i18n.ts';
import type { LanguageFile } from './languages.ts';

/** Finds the files by name, so that this code names no language. */
const files = import.meta.glob<{ default: LanguageFile<'extras'> }>('./*.extras.json');

const load: LoadWords = async language => {
  const open = files[`./${language}.extras.json`];
  if (!open) throw new Error(`There are no extra texts in ${language}.`);
  return open();
};

/** Loads the texts of components that load after their screen, in the current language and any chosen later. */
export function loadExtraWords(): Promise<void> {
  return loadWords(load);
}

/** Loads a file of code together with these texts. */
export async function withExtraWords<File>(file: Promise<File>): Promise<File> {
  const [opened] = await Promise.all([file, loadExtraWords()]);
  return opened;
}
