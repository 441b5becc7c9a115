import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';

/** Loads after a step's first paint, together with the coach. */
export const LazyPhotoHelp = lazyPart(() => withExtraWords(import('./photo-help.tsx')));
