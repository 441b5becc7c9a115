import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';

/** What helps with photos; it comes after the first paint of a step, and the coach with it. */
export const LazyPhotoHelp = lazyPart(() => withExtraWords(import('./photo-help.tsx')));
