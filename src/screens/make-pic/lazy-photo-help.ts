import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';

/** Loaded after the first paint of a step, with the coach. */
export const LazyPhotoHelp = lazyPart(() => withExtraWords(import('./photo-help.tsx')));
