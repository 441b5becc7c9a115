import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import type { Template } from '../../api/templates.ts';
import { useText } from '../../i18n/use-text.ts';
import { entryMemory } from '../../platform/entry-memory.ts';
import { goneTemplates, showKin } from '../../state/gone-templates.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { tryOns, turnTryOns } from '../../state/try-ons.ts';
import { wizard } from '../../state/wizard.ts';
import { Icon } from '../../ui/icon.tsx';
import { isForApp } from '../../ui/is-for-app.ts';
import { useHeight } from '../../ui/use-height.ts';
import { useOnline } from '../../ui/use-online.ts';
import { chipsOf, type ListPages, type Narrowing, narrowTo, newChip, popularChip } from './narrow-to.ts';
import styles from './template-filter.module.css';

/** Maximum length of the search text. Longer than any title. */
const mostLetters = 60;

/** The categories that have a translation, in display order. */
const known = ['photo', 'id-photo', 'portrait', 'work', 'art', 'comic', 'travel', 'festive'] as const;

interface TemplateFilterProps {
  templates: readonly Template[];
  shown: Template[];
  pages: ListPages;
  narrowing: Narrowing | undefined;
  /** True if there are enough templates for a search by name. */
  isLong: boolean;
  /** True if there are try-ons; the filter then has a switch for them. */
  isTriedOn: boolean;
  onNarrow: (narrowing: Narrowing | undefined) => void;
}

/** Filters the templates by chip and, if there are many, by name. Also shows the number of matches. */
export function TemplateFilter({ isLong, isTriedOn, narrowing, onNarrow, ...list }: TemplateFilterProps) {
  const { text } = useText();
  const chip = narrowing?.chip ?? '';
  const name = narrowing?.name ?? '';
  const { kin } = useSnapshot(goneTemplates);
  const [isOpen, setOpen] = useState(name !== '');
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useHeight(row, '--filter-bar');
  // Stays true while the list reloads in another language, when it is short for a moment.
  const wasLong = useRef(false);
  wasLong.current ||= isLong || name !== '';
  const found = useMemo(() => chipsOf(list.templates), [list.templates]);
  const chips = chip === '' ? found : new Set([...found, chip]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each category to show.
  useEffect(() => {
    if (kin === null) return;
    show({ chip: kin, name: '' });
    showKin(null);
  }, [kin]);

  // If the user chose or searched further down, scroll up to the first match.
  useLayoutEffect(() => {
    const first = row.current?.nextElementSibling?.getBoundingClientRect().top ?? 0;
    const covered = (row.current?.getBoundingClientRect().bottom ?? 0) - first;
    if (narrowing && covered > 0) scrollBy(0, -covered);
  }, [narrowing]);

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
      <div ref={row} className={styles.row} data-filter>
        {chips.size > 0 && (
          <TemplateChips
            ids={chips}
            chosen={chip}
            hasSearch={wasLong.current}
            onChoose={next => show({ chip: next, name })}
          />
        )}
        {wasLong.current && (
          <button
            ref={opener}
            type="button"
            className={styles.open}
            aria-label={text('filter.search')}
            aria-expanded={isOpen}
            // Called synchronously, because phones open the keyboard only if the field is focused during a tap.
            onClick={() => (isOpen ? close() : field.current?.focus())}
          >
            <Icon name={isOpen ? 'close' : 'search'} />
          </button>
        )}
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
      </div>
      <FilterResult {...list} narrowing={narrowing} onShowAll={() => show({ chip: '', name: '' })} />
      {isTriedOn && (
        <div>
          <SeeYourselfSwitch />
        </div>
      )}
    </>
  );
}

type FilterResultProps = Omit<TemplateFilterProps, 'isLong' | 'isTriedOn' | 'onNarrow'> & {
  onShowAll: () => void;
};

/** Shows the number of matches, the chosen template if the filter hides it, and a button that clears the filter. */
function FilterResult({ templates, shown, pages, narrowing, onShowAll }: FilterResultProps) {
  const { text } = useText();
  const { templateId } = useSnapshot(wizard);
  const name = narrowing?.name ?? '';
  const isChosen = ({ id }: Template) => templateId !== null && isSameId(id, templateId);
  const chosen = narrowing && !shown.some(isChosen) ? templates.find(isChosen) : undefined;
  const isOn = name !== '' || chosen !== undefined;

  return (
    <div className={styles.result} data-on={isOn || undefined}>
      {/* Always rendered, because screen readers announce only changes inside an existing element. */}
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

/** Wraps the text in bidi isolates, so that its writing direction does not affect the surrounding sentence. */
const isolated = (words: string) => `\u2068${words}\u2069`;

interface TemplateChipsProps {
  /** Ids of the chips to show, in any order. */
  ids: ReadonlySet<string>;
  /** Id of the chosen chip; empty string if none is chosen. */
  chosen: string;
  /** True if the search button is beside the chips, which leaves them less room. */
  hasSearch: boolean;
  onChoose: (chip: string) => void;
}

/** Chips for popular templates, new templates and each category. A second tap on a chip clears the filter. */
function TemplateChips({ ids, chosen, hasSearch, onChoose }: TemplateChipsProps) {
  const { text } = useText();
  const list = useRef<HTMLUListElement>(null);
  const names = new Map<string, string>([
    [popularChip, text('category.most-made')],
    [newChip, text('category.new')],
    ...known.map(name => [name, text(`category.${name}`)] as const),
  ]);
  // Categories added by the operator have no translation; their ids are their names.
  const others = [...ids].filter(id => !names.has(id));
  const chips = [...[...names.keys()].filter(id => ids.has(id)), ...others];

  // biome-ignore lint/correctness/useExhaustiveDependencies: again if more chips load, which move the chosen one.
  useEffect(() => {
    const button = list.current?.querySelector('[aria-pressed="true"]');
    if (button) centre(button);
  }, [chosen, chips.length, hasSearch]);

  /** Otherwise the search button may cover half of the chip. `scrollIntoView` would also scroll the page. */
  function centre(chip: Element) {
    if (!list.current) return;
    const [outer, inner] = [list.current, chip].map(part => part.getBoundingClientRect());
    list.current.scrollLeft += inner!.left - outer!.left - (outer!.width - inner!.width) / 2;
  }

  return (
    <ul ref={list} className={styles.chips} aria-label={text('category.label')}>
      {chips.map(id => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={id === chosen}
            // Chromium does not scroll to a focused chip of which 32 px are visible.
            onKeyUp={event => event.key === 'Tab' && centre(event.currentTarget)}
            onClick={() => onChoose(id === chosen ? '' : id)}
          >
            {names.get(id) ?? id}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Switches between try-ons and sample pictures, and says why try-ons are delayed. */
function SeeYourselfSwitch() {
  const { text } = useText();
  const { isOn, isWaiting } = useSnapshot(tryOns);
  const isOnline = useOnline();
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        onClick={() => turnTryOns(!isOn)}
      >
        {text('make-pic.see-yourself')}
      </button>
      <p className={styles.waiting} role="status">
        {isOn &&
          isWaiting &&
          text(isOnline ? 'make-pic.see-yourself.coming' : 'make-pic.see-yourself.offline')}
      </p>
    </>
  );
}

interface TemplateSearchProps {
  field: RefObject<HTMLInputElement | null>;
  name: string;
  isOpen: boolean;
  onFocus: () => void;
  onSearch: (name: string) => void;
  onClose: () => void;
}

/** Searches templates by name. On a phone, hidden until the user opens it. */
function TemplateSearch({ field, name, isOpen, onFocus, onSearch, onClose }: TemplateSearchProps) {
  const { text } = useText();
  const typed = useRef(name);

  // Only if the text was changed elsewhere: overwriting disturbs the input of Chinese characters.
  useEffect(() => {
    if (field.current && name !== typed.current) field.current.value = name;
    typed.current = name;
  }, [name, field]);

  function search({ value }: HTMLInputElement) {
    typed.current = value;
    onSearch(value);
  }

  function clear() {
    if (!field.current) return;
    field.current.value = '';
    search(field.current);
    field.current.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isForApp(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (event.currentTarget.value === '') onClose();
      else clear();
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      focusTile(event.currentTarget);
    }
  }

  return (
    <search className={styles.search} data-open={isOpen || undefined}>
      <Icon name="search" size={20} />
      <input
        ref={field}
        type="search"
        className={styles.field}
        dir="auto"
        defaultValue={name}
        maxLength={mostLetters}
        placeholder={text('filter.search')}
        aria-label={text('filter.search')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onFocus={onFocus}
        onInput={event => {
          if (!(event.nativeEvent as InputEvent).isComposing) search(event.currentTarget);
        }}
        onCompositionEnd={event => search(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      {name !== '' && (
        <button type="button" className={styles.clear} aria-label={text('filter.clear')} onClick={clear}>
          <Icon name="close" size={20} />
        </button>
      )}
    </search>
  );
}

/** Focuses the chosen tile if the filtered list contains it, else the first tile. */
function focusTile(field: HTMLElement): void {
  const tiles = field.closest('section')?.querySelector('[role="radiogroup"]');
  const tile = tiles?.querySelector<HTMLElement>('input:checked') ?? tiles?.querySelector('input');
  tile?.focus();
}
