import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { picOf, templateIn } from '../../api/template-pics.ts';
import type { Template } from '../../api/templates.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { askForPhotos, stepOf } from '../../flows/draft/wizard-steps.ts';
import { createPic } from '../../flows/wizard/load-create-pic.ts';
import { mostWithoutHit } from '../../flows/wizard/load-templates.ts';
import { sayTemplateGone } from '../../flows/wizard/say-template-gone.ts';
import { isSameId, type WireId } from '../../state/is-same-id.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { selectTemplate, wizard } from '../../state/wizard.ts';
import type { TemplatePages } from './template-grid.tsx';

/** If this code fails to load, the order stays saved, and the next purchase of coins checks its result. */
const AfterPayment = lazyPart(() => import('./after-payment.tsx'));

interface NamedTemplateProps {
  /** The address's query when the screen was opened. */
  entry: string;
  /** The address's current query. */
  search: string;
  /** The template named in the address; null until it is loaded. */
  sought: Template | null;
  isSeeking: boolean;
  pages: TemplatePages;
}

/** Handles a template id or a payment result in the address. Renders nothing. */
export default function FromAddress(props: NamedTemplateProps) {
  const { entry } = props;
  return (
    <>
      {templateIn(entry) !== null && <NamedTemplate {...props} />}
      {entry.includes('order_id=') && <AfterPayment entry={entry} />}
    </>
  );
}

/**
 * Loads pages until it finds the template named in the address; after several pages, asks whether to continue. If the
 * template no longer exists, deselects it. Then opens the photo step if there are no photos, or shows the price if the
 * address contains `again`, unless the user has moved on.
 */
function NamedTemplate({ entry, search, sought, isSeeking, pages }: NamedTemplateProps) {
  const { restored, templateId } = useSnapshot(wizard);
  const { items, count, status, loadMore } = pages;
  const isOver = useRef(false);
  const lastPage = useRef(mostWithoutHit);
  const isAsking = useRef(false);
  const step = stepOf(search);

  useEffect(() => {
    if (sought && isSameId(templateId, sought.id)) {
      selectTemplate(sought.id, sought.title, picOf(sought), styleIn(entry) ?? sought.styleId);
    }
    if (isSeeking && status === 'more') {
      if (count < lastPage.current) loadMore();
      else if (!isAsking.current) askToGoOn();
    }
    if (!isSeeking || status !== 'ended' || templateId === null) return;
    selectTemplate(null);
    sayTemplateGone(templateId, items);

    async function askToGoOn() {
      isAsking.current = true;
      const goesOn = await userAgrees({ title: 'make-pic.not-yet' }, 'look-further');
      isAsking.current = false;
      if (!isSameId(wizard.templateId, templateId)) return;
      if (!goesOn) return selectTemplate(null);
      lastPage.current = count + mostWithoutHit;
      loadMore();
    }
  }, [entry, sought, templateId, isSeeking, status, items, count, loadMore]);

  useEffect(() => {
    if (step !== 'select') isOver.current = true;
    if (isOver.current || !restored || !sought || !isSameId(sought.id, templateId)) return;
    isOver.current = true;
    if (wizard.photos.length === 0) askForPhotos();
    else if (new URLSearchParams(entry).has('again')) createPic();
  }, [entry, step, restored, sought, templateId]);

  return null;
}

/** Reads the style id from an address. Returns digits as a number, and null if there is no style. */
function styleIn(search: string): WireId | null {
  const named = new URLSearchParams(search).get('style_id');
  return named && /^\d{1,15}$/.test(named) ? Number(named) : named;
}
