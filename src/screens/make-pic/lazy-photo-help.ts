import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';

/** Loads after the step's first paint. Also loads the coach. */
export const LazyPhotoHelp = lazyPart(() => withExtraWords(import('./photo-help.tsx')));
