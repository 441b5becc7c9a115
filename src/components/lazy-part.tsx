import { type ComponentType, lazy, Suspense } from 'react';
import { loadExtraWords } from '../i18n/extra-words.ts';

/** A part that is downloaded, with its words, when it is first shown; until then, and when it does not come, nothing stands in its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const nothing = { default: () => null };
  const Part = lazy<ComponentType<Props>>(() =>
    Promise.all([load(), loadExtraWords()]).then(
      ([module]) => module,
      () => nothing,
    ),
  );
  return props => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
