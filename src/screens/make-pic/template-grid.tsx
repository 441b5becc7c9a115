import {
  type CSSProperties,
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
import { isSameId, type TemplateId } from '../../state/is-same-id.ts';
import { tryOns } from '../../state/try-ons.ts';
import { selectTemplate, wizard } from '../../state/wizard.ts';
import { Outline } from '../../ui/frame-icon.tsx';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import { isForApp } from '../../ui/is-for-app.ts';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { EndlessList, type Place } from '../../ui/list/endless-list.tsx';
import type { usePages } from '../../ui/list/use-pages.ts';
import { LazySelectParts } from './lazy-select-parts.ts';
import type { Narrowing } from './narrow-to.ts';
import styles from './template-grid.module.css';

const none: Record<TemplateId, string> = {};

export type TemplatePages = ReturnType<typeof usePages<Template>>;

interface TemplateGridProps {
  /** The templates of the loaded pages, or of the cached first page until a page is loaded. */
  templates: Template[];
  pages: TemplatePages;
  /** Id of the template to scroll to, or null. */
  sought: TemplateId | null;
  /** Price of a set in coins; null if there is none or it is not known. */
  price: number | null;
}

/** Number of columns if the text is large, on phones, and on wide windows. */
const columnsOf = { large: 2, narrow: 3, wide: 5 };
/** In a window narrower than this, in root font sizes, three columns would split the words of titles. */
const leastForThree = 18;
/** A tile picture's `sizes`, from the stylesheet's margins and gaps. On phones, content is at most `--content` wide. */
const tileWidth = '(min-width: 900px) 160px, calc((min(100vw, 640px) - 48px) / 3)';
/** Height of a row of tiles on a typical phone, px. */
const rowHeight = 204;
/** Number of tiles by which each arrow key moves the selection, as in any radio group. */
const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Number of tiles on a phone's first screen. Their pictures load first. */
const onFirstScreen = 9;

/** Minimum number of templates for a search by name. */
const leastToSearch = 40;

/** Placeholders until the first page is loaded. */
const skeletons = Array.from({ length: onFirstScreen }, (_, index) => index);

export function TemplateGrid({ templates, pages, sought, price }: TemplateGridProps) {
  const { text } = useText();
  const [narrowing, narrow] = useState(() => entryMemory<Narrowing | undefined>('narrowing').read());
  const shown = useMemo(
    () => (narrowing ? templates.filter(narrowing.has) : templates),
    [templates, narrowing],
  );
  const { templateId } = useSnapshot(wizard);
  const seen = useTryOns();
  const columns = columnsOf[useFit()];
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
      <Tile
        template={template}
        place={place}
        tryOn={seen.pictures[template.id]}
        pointed={seen.pointed[template.id]}
        chosen={isSameId(template.id, templateId)}
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
        <div
          ref={group}
          role="radiogroup"
          aria-labelledby="templates"
          style={{ '--columns': columns } as CSSProperties}
          onKeyDown={onKeyDown}
        >
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

interface TileProps {
  template: Template;
  place: Place;
  /** Address of the user's try-on, which replaces the sample picture. */
  tryOn: string | undefined;
  /** Address of the picture to show on hover. */
  pointed: string | undefined;
  chosen: boolean;
  /** Label of the button that shows the chosen tile's picture large. */
  largeLabel: string;
  retryLabel: string;
}

function Tile({ template, place, tryOn, pointed, chosen, largeLabel, retryLabel }: TileProps) {
  const { id, title, colour } = template;
  return (
    <label className={styles.tile} data-template={id} data-chosen={chosen || undefined}>
      <input
        type="radio"
        className={styles.radio}
        name="template"
        aria-label={title}
        aria-posinset={place.position}
        aria-setsize={place.size}
        checked={chosen}
        onChange={() => select(template)}
      />
      <LazyImage
        src={tryOn ?? picOf(template)}
        fallback={picOf(template)}
        srcSet={tryOn ? undefined : picSources(template)}
        sizes={tileWidth}
        alt=""
        aspectRatio={3 / 4}
        colour={colour}
        retryLabel={retryLabel}
        urgent={place.position <= onFirstScreen}
        near
      />
      {/* Downloaded only on hover. If it fails to load, the picture below stays visible. */}
      {pointed && <img className={styles.pointed} src={pointed} alt="" loading="lazy" decoding="async" />}
      {chosen && (
        <>
          <span className={styles.tick}>
            <Icon name="check" size={18} />
          </span>
          <button type="button" className={styles.large} aria-label={largeLabel} data-large>
            <Outline path="M3 12q9-13 18 0-9 13-18 0ZM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" size={22} />
          </button>
        </>
      )}
      <span className={styles.title}>{title}</span>
    </label>
  );
}

/** Tiles for templates that have not loaded yet. The script in frame.html may already show their pictures. */
function GridSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {skeletons.map(index => (
        <div key={index} data-row>
          <span className={styles.tile}>
            <LazyImage src={undefined} sizes={tileWidth} alt="" aspectRatio={3 / 4} urgent instant />
            <span className={styles.title} />
          </span>
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

/** The number of columns that fit, as a key of `columnsOf`. Always 'narrow' in the first render, which must equal the prerendered page. */
function useFit(): keyof typeof columnsOf {
  const [fit, setFit] = useState<keyof typeof columnsOf>('narrow');

  useLayoutEffect(() => {
    const look = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      const isLarge = innerWidth < leastForThree * Number.parseFloat(fontSize);
      setFit(matchMedia('(min-width: 900px)').matches ? 'wide' : isLarge ? 'large' : 'narrow');
    };
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);

  return fit;
}
