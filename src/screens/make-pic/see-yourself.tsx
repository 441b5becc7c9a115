import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Template } from '../../api/templates.ts';
import { withoutSign } from '../../flows/draft/known-photo.ts';
import { drawTryOns } from '../../flows/wizard/draw-try-ons.ts';
import { isSparing } from '../../platform/connection.ts';
import { markWaiting, openTryOns, tryOns } from '../../state/try-ons.ts';

/** Number of templates to draw try-ons for while the grid is not on the screen. */
const ahead = 3;

/** Interval between checks of the grid, ms. */
const nextLook = 1000;

/** Draws try-ons of the front photo, starting with the templates that are on the screen. Renders nothing. */
export default function SeeYourself({ photo, templates }: { photo: string; templates: Template[] }) {
  const { isOn } = useSnapshot(tryOns);
  const shown = useRef(templates);
  shown.current = templates;

  useEffect(() => openTryOns(withoutSign(photo), !isSparing()), [photo]);

  useEffect(() => {
    if (!isOn) return;
    const abort = new AbortController();
    const wanted = () => (document.hidden ? [] : idsInView(shown.current));
    drawTryOns(photo, { wanted, changed }, abort.signal);
    return () => {
      abort.abort();
      markWaiting(false);
    };
  }, [isOn, photo]);

  return null;
}

function idsInView(templates: Template[]): number[] {
  const large = document.querySelectorAll<HTMLElement>('dialog [data-template]');
  // While a preview is open large, only its neighbours are on the screen.
  const tiles = [...(large.length > 0 ? large : document.querySelectorAll<HTMLElement>('[data-template]'))];
  if (tiles.length === 0) return templates.slice(0, ahead).map(({ id }) => Number(id));
  return tiles.flatMap(tile => {
    const { top, bottom } = tile.getBoundingClientRect();
    return bottom > 0 && top < innerHeight ? [Number(tile.dataset.template)] : [];
  });
}

/** Resolves when the user scrolls, when the signal aborts, or after `nextLook`. */
function changed(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('scroll', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, nextLook);
    addEventListener('scroll', end, { passive: true });
    signal.addEventListener('abort', end);
  });
}
