import type { Template } from '../../api/templates.ts';
import { useText } from '../../i18n/use-text.ts';
import { newChip } from './is-of-chip.ts';
import styles from './template-chips.module.css';

/** The categories that the app has a word for, in the order in which they are shown. */
const known = ['portrait', 'work', 'art', 'comic', 'travel', 'festive'] as const;

interface TemplateChipsProps {
  templates: readonly Template[];
  /** The chip that is chosen; empty for none. */
  chosen: string;
  onChoose: (chip: string) => void;
}

/** What the templates can be narrowed down to: what came lately, and each category that there is; a second tap shows all again. */
export default function TemplateChips({ templates, chosen, onChoose }: TemplateChipsProps) {
  const { text } = useText();
  const found = new Set(templates.flatMap(({ category }) => category ?? []));
  const wordOf = (category: string) => {
    const name = known.find(one => one === category);
    return name ? text(`category.${name}`) : category;
  };
  const others = [...found].filter(category => !known.some(one => one === category));
  const chips = [...known.filter(category => found.has(category)), ...others].map(id => ({
    id,
    label: wordOf(id),
  }));
  if (templates.some(({ isNew }) => isNew)) chips.unshift({ id: newChip, label: text('category.new') });

  return (
    <ul className={styles.chips} aria-label={text('category.label')}>
      {chips.map(({ id, label }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id === chosen ? '' : id)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
