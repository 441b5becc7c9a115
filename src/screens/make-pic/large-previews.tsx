import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { picOf, picSources } from '../../api/template-pics.ts';
import type { Template } from '../../api/templates.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { createPic } from '../../flows/wizard/load-create-pic.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { selectTemplate, wizard } from '../../state/wizard.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isForApp } from '../../ui/is-for-app.ts';
import { CoveringLayer } from '../../ui/layer/covering-layer.tsx';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { PicPager } from '../../ui/pic-pager.tsx';
import styles from './large-previews.module.css';
import type { ListPages } from './narrow-to.ts';

interface LargePreviewsProps {
  /** The element with the templates' tiles. */
  tiles: RefObject<HTMLElement | null>;
  templates: readonly Template[];
  /** Addresses of the try-ons that the tiles show, by template. */
  pictures: Readonly<Record<TemplateId, string>>;
  pages: Pick<ListPages, 'status' | 'loadMore'>;
  /** Price of a set in coins; null if there is none or it is not known. */
  price: number | null;
}

/** A press that is longer than this opens the large preview, ms. */
const longPress = 500;
/** A press ends if the finger moves further than this, px. */
const slop = 10;
/** Size of the corner in which a try-on shows the eye badge, px. */
const badge = { width: 44, height: 36 };
/** Loads more templates if fewer than this are left to swipe to. */
const ahead = 3;

/**
 * Opens a template's preview large: by a second tap on the chosen template, a tap on the eye, a long press, or Enter.
 * Renders nothing else.
 */
export function LargePreviews({ tiles, ...view }: LargePreviewsProps) {
  const { text } = useText();
  const { pictures } = view;
  const latest = useRef(pictures);
  latest.current = pictures;
  const hint = useId();
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  useBackCloses(open, close);

  useEffect(() => {
    const element = tiles.current;
    if (!element) return;
    element.classList.add(styles.tiles!);
    element.setAttribute('aria-describedby', hint);
    // Shows the button on the chosen tile.
    element.dataset.large = '';
    return watchTiles(element, setOpen, id => latest.current[id] !== undefined);
  }, [tiles, hint]);

  return (
    <>
      <p id={hint} hidden>
        {text('look.hint')}
      </p>
      {open !== null && <LargeView {...view} first={open} onClose={close} />}
    </>
  );
}

type LargeViewProps = Omit<LargePreviewsProps, 'tiles'> & { first: string; onClose: () => void };

function LargeView({ templates, pictures, pages, price, first, onClose }: LargeViewProps) {
  const { text } = useText();
  const { restored } = useSnapshot(wizard);
  const [id, setId] = useState(first);
  const place = Math.max(
    0,
    templates.findIndex(template => String(template.id) === id),
  );
  const template = templates[place];
  const isNearEnd = place >= templates.length - ahead && pages.status === 'more';
  const { loadMore } = pages;

  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);

  function move(to: number) {
    const next = templates[to];
    if (next) setId(String(next.id));
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !isForApp(event)) return;
      event.preventDefault();
      move(place + step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  if (!template) return null;

  function use({ id, title, styleId }: Template) {
    selectTemplate(id, title, picOf(template!), styleId);
    onClose();
    createPic();
  }

  return (
    <CoveringLayer
      label={text('look.title')}
      className={styles.view}
      closeLabel={text('close')}
      onClose={onClose}
    >
      <PicPager label={text('look.title')} index={place} onMove={move}>
        {templates.map(
          (shown, at) =>
            Math.abs(at - place) < 2 && <Page {...{ pictures, shown }} isCurrent={at === place} />,
        )}
      </PicPager>
      <div className={styles.bar}>
        <div className={styles.name}>
          <IconButton label={text('look.previous')} disabled={place === 0} onClick={() => move(place - 1)}>
            <Icon name="back" />
          </IconButton>
          <p role="status">{template.title}</p>
          <IconButton
            label={text('look.next')}
            disabled={place === templates.length - 1}
            onClick={() => move(place + 1)}
          >
            <Icon name="chevron-right" />
          </IconButton>
        </div>
        <Button disabled={!restored} onClick={() => use(template)}>
          {text('make-pic.use')}
          {price !== null && ` · ${text('gold-coins', { count: price })}`}
        </Button>
      </div>
    </CoveringLayer>
  );
}

/** The attribute `data-template` lets `SeeYourself` draw this template's try-on. */
function Page({
  shown,
  pictures,
  isCurrent,
}: { shown: Template; isCurrent: boolean } & Pick<LargeViewProps, 'pictures'>) {
  const { text } = useText();
  const own = pictures[shown.id];
  // The tile's picture, which is already loaded, is behind the large one.
  const [small] = useState(() => tileOf(shown)?.querySelector('img')?.currentSrc);
  return (
    <div
      className={styles.page}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={isCurrent ? 0 : -1}
      style={small ? { backgroundImage: `url(${JSON.stringify(small)})` } : undefined}
      data-template={shown.id}
    >
      <LazyImage
        src={own ?? picOf(shown)}
        fallback={picOf(shown)}
        srcSet={own ? undefined : picSources(shown)}
        sizes="min(100vw, 640px)"
        alt={shown.title}
        aspectRatio={3 / 4}
        colour={small ? 'transparent' : shown.colour}
        retryLabel={text('retry')}
        urgent
      />
    </div>
  );
}

/** Calls `open` with a template's id. Returns a function that stops watching. `isOwn` is true for try-ons. */
function watchTiles(
  tiles: HTMLElement,
  open: (id: string) => void,
  isOwn: (id: string) => boolean,
): () => void {
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
  /** True after a long press, until the next one starts. */
  let isOver = false;

  function end() {
    clearTimeout(press?.timer);
    press = null;
  }

  function finish(tile: HTMLElement) {
    end();
    isOver = true;
    open(idOf(tile));
  }

  const listeners = {
    pointerdown(event: PointerEvent) {
      end();
      isOver = false;
      const tile = tileAt(event);
      if (!tile || !event.isPrimary || event.button !== 0) return;
      press = { x: event.clientX, y: event.clientY, timer: setTimeout(finish, longPress, tile) };
    },
    pointermove({ clientX, clientY }: PointerEvent) {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > slop) end();
    },
    pointerup: end,
    pointercancel: end,
    // Phones send this event for a long press, some of them before our timer ends.
    contextmenu(event: MouseEvent) {
      const tile = tileAt(event);
      if (!tile || !(press || isOver)) return;
      event.preventDefault();
      if (press) finish(tile);
    },
    click(event: MouseEvent) {
      const tile = tileAt(event);
      // A click by keyboard is never the end of a long press.
      const isEnd = isOver && event.detail > 0;
      if (!tile || !(isEnd || isSecondTap(event, tile) || (isOwn(idOf(tile)) && isOnBadge(event, tile))))
        return;
      event.preventDefault();
      event.stopPropagation();
      if (!isEnd) open(idOf(tile));
    },
    keydown(event: KeyboardEvent) {
      const tile = tileAt(event);
      if (tile && event.key === 'Enter' && isForApp(event) && event.target instanceof HTMLInputElement)
        open(idOf(tile));
    },
  };

  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) tiles.addEventListener(name, listener, true);
  addEventListener('scroll', end, { passive: true });
  return () => {
    end();
    for (const [name, listener] of all) tiles.removeEventListener(name, listener, true);
    removeEventListener('scroll', end);
  };
}

function tileOf({ id }: Template): HTMLElement | null {
  return document.querySelector(`label[data-template="${CSS.escape(String(id))}"]`);
}

const idOf = (tile: HTMLElement) => tile.dataset.template ?? '';

function tileAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-template]') : null;
}

/** True for a tap on the chosen tile or on its button, but not for "try again". */
function isSecondTap({ target }: MouseEvent, tile: HTMLElement): boolean {
  const button = target instanceof Element && target.closest('button');
  return button ? button.dataset.large !== undefined : tile.dataset.chosen !== undefined;
}

function isOnBadge({ target, detail, clientX, clientY }: MouseEvent, tile: HTMLElement): boolean {
  const { left, bottom } = (tile.querySelector('img') ?? tile).getBoundingClientRect();
  const isInside = clientX < left + badge.width && clientY < bottom && clientY > bottom - badge.height;
  return isInside && detail > 0 && !(target instanceof HTMLButtonElement);
}
