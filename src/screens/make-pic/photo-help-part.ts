import { lazyPart } from '../../components/lazy-part.tsx';

/** What helps with photos; it comes after the first paint of a step, and the coach with it. */
export const PhotoHelp = lazyPart(() => import('./photo-help.tsx'));
