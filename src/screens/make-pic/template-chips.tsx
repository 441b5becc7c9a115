import { useText } from '../../i18n/use-text.ts';
import { newChip, popularChip } from './narrow-to.ts';
import styles from './template-filter.module.css';

/** The categories that the app has a word for, in the order in which they are shown. */
const known = ['portrait', 'work', 'art', 'comic', 'travel', 'festive'] as const;

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
  const names = new Map<string, string>([
    [popularChip, text('category.most-made')],
    [newChip, text('category.new')],
    ...known.map(name => [name, text(`category.${name}`)] as const),
  ]);
  // A category of an owner's own is called what the owner calls it.
  const others = [...ids].filter(id => !names.has(id));
  const chips = [...[...names.keys()].filter(id => ids.has(id)), ...others];

  return (
    <ul className={styles.chips} aria-label={text('category.label')}>
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
