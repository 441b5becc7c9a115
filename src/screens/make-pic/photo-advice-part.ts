import { lazyPart } from '../../components/lazy-part.tsx';

/** The coach's word; it comes after the first paint of a step, and the coach with it. */
export const PhotoAdvice = lazyPart(() => import('./photo-advice.tsx'));
