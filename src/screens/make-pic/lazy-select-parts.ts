import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';

const open = async () => (await withExtraWords(import('./select-parts.tsx'))).selectParts;

/** If their code fails to load, users can still choose from the unfiltered list, but see no large previews. */
export const LazySelectParts = {
  TryOnNote: lazyPart(async () => ({ default: (await open()).TryOnNote })),
  LargePreviews: lazyPart(async () => ({ default: (await open()).LargePreviews })),
  NoTemplates: lazyPart(async () => ({ default: (await open()).NoTemplates })),
  SecondPhoto: lazyPart(async () => ({ default: (await open()).SecondPhoto })),
  TemplateFilter: lazyPart(async () => ({ default: (await open()).TemplateFilter })),
};
