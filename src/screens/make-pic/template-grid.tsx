import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import { picOf, picSources } from '../../api/template-pics.ts';
import type { Template } from '../../api/templates.ts';
import { PagedList } from '../../components/paged-list.tsx';
import { useText } from '../../i18n/use-text.ts';
import { isSparing } from '../../platform/connection.ts';
import { entryMemory } from '../../platform/entry-memory.ts';
import { isSameId } from '../../state/is-same-id.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { tryOns } from '../../state/try-ons.ts';
import { selectTemplate, wizard } from '../../state/wizard.ts';
import heading from '../../ui/heading.module.css';
import { isForApp } from '../../ui/is-for-app.ts';
import { EndlessList, type Place } from '../../ui/list/endless-list.tsx';
import { TemplateTile, TemplateTileSkeleton } from '../../ui/template-tile.tsx';
import { LazySelectParts } from './lazy-select-parts.ts';
import type { Narrowing } from './narrow-to.ts';
import styles from './template-grid.module.css';

const none: Record<TemplateId, string> = {};

/** The loaded pages of templates. */
export interface TemplatePages {
  items: Template[];
  count: number;
  status: 'loading' | 'more' | 'ended' | 'failed';
  error: unknown;
  loadMore: () => void;
}

interface TemplateGridProps {
  /** The templates of the loaded pages, or of the cached first page until a page is loaded. */
  templates: Template[];
  pages: TemplatePages;
  /** Id of the template to scroll to, or null. */
  sought: TemplateId | null;
  /** Price of a set in coins; null if there is none or it is not known. */
  price: number | null;
}

/** Number of columns on phones and on wide windows. */
const columnsOf = { narrow: 3, wide: 5 };
/** A tile picture's `sizes`, from the stylesheet's margins and gaps. On phones, content is at most `--content` wide. */
const tileWidth = '(min-width: 900px) 160px, calc((min(100vw, 640px) - 48px) / 3)';
/** Height of a row of tiles on a typical phone, px. */
const rowHeight = 204;
/** Number of tiles by which each arrow key moves the selection, as in any radio group. */
const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Minimum number of templates for a search by name. */
const leastToSearch = 40;

/** Enough placeholder tiles for a tall screen. */
const skeletons = Array.from({ length: 9 }, (_, index) => index);

/** Shows all templates in an endless grid. */
export function TemplateGrid({ templates, pages, sought, price }: TemplateGridProps) {
  const { text } = useText();
  const [narrowing, narrow] = useState(() => entryMemory<Narrowing | undefined>('narrowing').read());
  const shown = useMemo(
    () => (narrowing ? templates.filter(narrowing.has) : templates),
    [templates, narrowing],
  );
  const { templateId } = useSnapshot(wizard);
  const seen = useTryOns();
  const columns = columnsOf[useWide() ? 'wide' : 'narrow'];
  const group = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  const afterSkeleton = useRef(templates.length === 0);
  const indexOf = (id: TemplateId | null) =>
    id === null ? -1 : shown.findIndex(template => isSameId(template.id, id));

  useEffect(() => {
    if (sought === null || !isSameId(sought, wizard.templateId)) return;
    tileOf(group, sought)?.scrollIntoView({ block: 'center' });
  }, [sought]);

  useEffect(() => {
    // If another key was pressed meanwhile, skip: the next render focuses that key's template.
    if (!movesFocus.current || templateId === null || templateId !== wizard.templateId) return;
    tileOf(group, templateId)?.querySelector('input')?.focus();
    movesFocus.current = false;
  }, [templateId]);

  // Replaces the browser's arrow keys, which would wrap around at the last rendered tile.
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    const cell = event.target instanceof Element && event.target.closest<HTMLElement>('[data-index]');
    if (!step || !cell || !isForApp(event)) return;
    event.preventDefault();
    // While a key is held down, the selection may be ahead of the focus.
    const from = movesFocus.current ? indexOf(wizard.templateId) : Number(cell.dataset.index);
    const template = shown[(from + step + shown.length) % shown.length];
    if (!template) return;
    movesFocus.current = true;
    select(template);
  }

  const hasChips = useMemo(
    () => templates.some(({ category, isNew, isPopular }) => category || isNew || isPopular),
    [templates],
  );
  const isLong = templates.length > leastToSearch;
  const retryLabel = text('retry');
  const largeLabel = text('pic.full');
  const shownPages = narrowing?.pagesOf(pages, shown, narrow) ?? pages;
  const renderTile = useCallback(
    (template: Template, place: Place) => (
      <TemplateTile
        id={template.id}
        group="template"
        title={template.title}
        picUrl={seen.pictures[template.id] ?? picOf(template)}
        sample={picOf(template)}
        sources={{
          srcSet: seen.pictures[template.id] ? undefined : picSources(template),
          sizes: tileWidth,
        }}
        pointed={seen.pointed[template.id]}
        colour={template.colour}
        place={place}
        chosen={isSameId(template.id, templateId)}
        onChoose={() => select(template)}
        largeLabel={largeLabel}
        retryLabel={retryLabel}
      />
    ),
    [templateId, largeLabel, retryLabel, seen.pictures, seen.pointed],
  );

  return (
    <section className={styles.section} aria-labelledby="templates" data-wide>
      <h2 id="templates" className={heading.section}>
        {text('make-pic.templates')}
      </h2>
      {(hasChips || isLong || seen.photo || narrowing) && (
        <LazySelectParts.TemplateFilter
          {...{ templates, shown, pages, narrowing, isLong }}
          isTriedOn={seen.photo !== null}
          onNarrow={narrow}
        />
      )}
      <div className={styles.room} />
      {seen.photo && <div className={styles.switchRoom} />}
      <PagedList
        pages={shownPages}
        isEmpty={templates.length === 0}
        skeleton={<GridSkeleton />}
        none={<LazySelectParts.NoTemplates />}
      >
        <div ref={group} role="radiogroup" aria-labelledby="templates" onKeyDown={onKeyDown}>
          <EndlessList
            key={`${columns} ${narrowing?.chip}`}
            kind="grid"
            className={styles.grid}
            columns={columns}
            items={shown}
            idOf={template => template.id}
            render={renderTile}
            rowHeight={rowHeight}
            // On slow or metered networks, load only visible pictures.
            {...(isSparing() && { ahead: 0 })}
            always={indexOf(templateId)}
            isWhole={pages.status === 'ended'}
            atOnce={afterSkeleton.current}
            memory={entryMemory('rows')}
          />
        </div>
        <LazySelectParts.LargePreviews
          {...{ templates: shown, pages: shownPages, price }}
          tiles={group}
          pictures={seen.pictures}
        />
      </PagedList>
    </section>
  );
}

function select(template: Template): void {
  selectTemplate(template.id, template.title, picOf(template), template.styleId);
}

function tileOf(group: RefObject<HTMLElement | null>, id: TemplateId): Element | null {
  return group.current?.querySelector(`[data-template="${CSS.escape(String(id))}"]`) ?? null;
}

function GridSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {skeletons.map(index => (
        <div key={index} data-row>
          <TemplateTileSkeleton sizes={tileWidth} />
        </div>
      ))}
    </div>
  );
}

/** Try-ons of the current front photo. They replace the samples, or are shown only on hover. */
function useTryOns() {
  const { photo, isOn, pictures } = useSnapshot(tryOns);
  const [front] = useSnapshot(wizard).photos;
  if (front?.status !== 'ready' || front.address?.split('?')[0] !== photo) {
    return { photo: null, pictures: none, pointed: none };
  }
  return { photo, pictures: isOn ? pictures : none, pointed: isOn ? none : pictures };
}

/** True on wide windows. Always false in the first render, which must equal the prerendered page. */
function useWide(): boolean {
  const [isWide, setWide] = useState(false);

  useLayoutEffect(() => {
    const query = matchMedia('(min-width: 900px)');
    const look = () => setWide(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);

  return isWide;
}
