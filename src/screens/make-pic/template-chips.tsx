import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { newChip, popularChip } from './narrow-to.ts';
import styles from './template-filter.module.css';

/** The categories that the app has a word for, in the order in which they are shown. */
const known = ['photo', 'id-photo', 'portrait', 'work', 'art', 'comic', 'travel', 'festive'] as const;

interface TemplateChipsProps {
  /** Those that there are, in any order. */
  ids: ReadonlySet<string>;
  /** The chip that is chosen; empty for none. */
  chosen: string;
  onChoose: (chip: string) => void;
}

/** What is made most, what came lately, and each category that there is; a second tap shows all again. */
export function TemplateChips({ ids, chosen, onChoose }: TemplateChipsProps) {
  const { text } = useText();
  const list = useRef<HTMLUListElement>(null);
  const names = new Map<string, string>([
    [popularChip, text('category.most-made')],
    [newChip, text('category.new')],
    ...known.map(name => [name, text(`category.${name}`)] as const),
  ]);
  // A category of an owner's own is called what the owner calls it.
  const others = [...ids].filter(id => !names.has(id));
  const chips = [...[...names.keys()].filter(id => ids.has(id)), ...others];

  // biome-ignore lint/correctness/useExhaustiveDependencies: again when more chips have come, which move it.
  useEffect(() => {
    const button = list.current?.querySelector('[aria-pressed="true"]');
    if (!list.current || !button) return;
    // To the middle, not half behind the search; `scrollIntoView` would move the page too.
    const [outer, inner] = [list.current, button].map(part => part.getBoundingClientRect());
    list.current.scrollLeft += inner!.left - outer!.left - (outer!.width - inner!.width) / 2;
  }, [chosen, chips.length]);

  return (
    <ul ref={list} className={styles.chips} aria-label={text('category.label')}>
      {chips.map(id => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id === chosen ? '' : id)}
          >
            {names.get(id) ?? id}
          </button>
        </li>
      ))}
    </ul>
  );
}
