import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Template } from '../../api/templates.ts';
import { useText } from '../../i18n/use-text.ts';
import { entryMemory } from '../../platform/entry-memory.ts';
import { goneTemplates, showKin } from '../../state/gone-templates.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { wizard } from '../../state/wizard.ts';
import { Icon } from '../../ui/icon.tsx';
import { chipsOf, type ListPages, type Narrowing, narrowTo } from './narrow-to.ts';
import { SeeYourselfSwitch } from './see-yourself-switch.tsx';
import { TemplateChips } from './template-chips.tsx';
import styles from './template-filter.module.css';
import { TemplateSearch } from './template-search.tsx';

interface TemplateFilterProps {
  /** All that have come. */
  templates: readonly Template[];
  /** Those of them that are shown. */
  shown: Template[];
  pages: ListPages;
  narrowing: Narrowing | undefined;
  /** Whether there are so many that they are searched by name. */
  isLong: boolean;
  /** Whether the user can be seen in them. */
  isTriedOn: boolean;
  onNarrow: (narrowing: Narrowing | undefined) => void;
}

/** What narrows the templates down, chips and, where there are many, a name; and what is left of them. */
export default function TemplateFilter({
  isLong,
  isTriedOn,
  narrowing,
  onNarrow,
  ...list
}: TemplateFilterProps) {
  const { text } = useText();
  const chip = narrowing?.chip ?? '';
  const name = narrowing?.name ?? '';
  const { kin } = useSnapshot(goneTemplates);
  const [isOpen, setOpen] = useState(name !== '');
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Also while the list begins anew, in another language.
  const wasLong = useRef(false);
  wasLong.current ||= isLong || name !== '';
  const found = useMemo(() => chipsOf(list.templates), [list.templates]);
  const chips = chip === '' ? found : new Set([...found, chip]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is sought.
  useEffect(() => {
    if (kin === null) return;
    show({ chip: kin, name: '' });
    showKin(null);
  }, [kin]);

  function show(wanted: { chip: string; name: string }) {
    const next = narrowTo(wanted);
    entryMemory('narrowing').save(next);
    onNarrow(next);
  }

  function close() {
    setOpen(false);
    show({ chip, name: '' });
    opener.current?.focus();
  }

  return (
    <>
      <div className={styles.row} data-filter data-bare={chips.size === 0 || undefined}>
        {chips.size > 0 && (
          <TemplateChips ids={chips} chosen={chip} onChoose={next => show({ chip: next, name })} />
        )}
        {wasLong.current && (
          <button
            ref={opener}
            type="button"
            className={styles.open}
            aria-label={text('filter.search')}
            aria-expanded={isOpen}
            // At once: a phone shows its keyboard for a field that a tap has led to.
            onClick={() => (isOpen ? close() : field.current?.focus())}
          >
            <Icon name={isOpen ? 'close' : 'search'} />
          </button>
        )}
      </div>
      {wasLong.current && (
        <TemplateSearch
          field={field}
          name={name}
          isOpen={isOpen}
          onFocus={() => setOpen(true)}
          onSearch={next => show({ chip, name: next })}
          onClose={close}
        />
      )}
      <FilterResult {...list} narrowing={narrowing} onShowAll={() => show({ chip: '', name: '' })} />
      {isTriedOn && (
        <div className={styles.tryOns}>
          <SeeYourselfSwitch />
        </div>
      )}
    </>
  );
}

type FilterResultProps = Omit<TemplateFilterProps, 'isLong' | 'isTriedOn' | 'onNarrow'> & {
  onShowAll: () => void;
};

/** What a name has found, and a chosen template that is not among it; with the way back to all. */
function FilterResult({ templates, shown, pages, narrowing, onShowAll }: FilterResultProps) {
  const { text } = useText();
  const { templateId } = useSnapshot(wizard);
  const name = narrowing?.name ?? '';
  const isChosen = ({ id }: Template) => templateId !== null && isSameId(id, templateId);
  const chosen = narrowing && !shown.some(isChosen) ? templates.find(isChosen) : undefined;
  const isOn = name !== '' || chosen !== undefined;

  return (
    <div className={styles.result} data-on={isOn || undefined}>
      {/* There from the start: a screen reader hears what changes in it. */}
      <p role="status">
        {name !== '' && <span>{foundBy(name)}</span>}{' '}
        {chosen && <span>{text('filter.chosen', { title: isolated(chosen.title) })}</span>}
      </p>
      {isOn && (
        <button type="button" className={styles.all} onClick={onShowAll}>
          {text('filter.all')}
        </button>
      )}
    </div>
  );

  function foundBy(name: string): string {
    if (shown.length > 0) return text('filter.found', { count: shown.length });
    const { status } = narrowing?.pagesOf(pages, shown, onShowAll) ?? pages;
    if (status === 'paused') return text('filter.none-among', { count: templates.length });
    if (status === 'ended') return text('filter.none', { name: isolated(name) });
    return text('filter.looking');
  }
}

/** Words whose direction does not change that of the sentence around them. */
const isolated = (words: string) => `\u2068${words}\u2069`;
