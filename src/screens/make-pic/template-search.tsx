import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { isForApp } from '../../ui/is-for-app.ts';
import styles from './template-filter.module.css';

/** Maximum length of the search text. Longer than any title. */
const mostLetters = 60;

interface TemplateSearchProps {
  field: RefObject<HTMLInputElement | null>;
  /** The search text. */
  name: string;
  isOpen: boolean;
  onFocus: () => void;
  onSearch: (name: string) => void;
  onClose: () => void;
}

/** Searches templates by name. On a phone, hidden until the user opens it. */
export function TemplateSearch({ field, name, isOpen, onFocus, onSearch, onClose }: TemplateSearchProps) {
  const { text } = useText();
  const typed = useRef(name);

  // Update the field only if the text was changed elsewhere, because overwriting it would disturb the input of Chinese
  // characters.
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
