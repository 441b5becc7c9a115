import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter/use-browser-location';
import { templateIn } from '../../api/template-pics.ts';
import type { Template } from '../../api/templates.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { refreshUser } from '../../flows/account/load-user.ts';
import { stepBack, stepOf } from '../../flows/draft/wizard-steps.ts';
import { resumeUploads, takeOverUploads } from '../../flows/photos/add-photos.ts';
import { lastTemplates, loadTemplates } from '../../flows/wizard/load-templates.ts';
import { openWizard } from '../../flows/wizard/open-wizard.ts';
import { useText } from '../../i18n/use-text.ts';
import { entryMemory } from '../../platform/entry-memory.ts';
import { goneTemplates } from '../../state/gone-templates.ts';
import { isGuest } from '../../state/is-guest.ts';
import { isSameId, type TemplateId } from '../../state/is-same-id.ts';
import { session } from '../../state/session.ts';
import { setStep, wizard } from '../../state/wizard.ts';
import { usePages } from '../../ui/list/use-pages.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import { useReturnOnline } from '../../ui/use-return-online.ts';
import { FrontPhotoStep, SupplementaryStep } from './photo-steps.tsx';
import { SelectStep } from './select-step.tsx';

const titles = {
  select: 'make-pic.title',
  front: 'make-pic.front',
  supplementary: 'make-pic.supplementary',
} as const;

/** If this code fails to load, users must choose the template themselves. */
const FromAddress = lazyPart(() => import('./from-address.tsx'));

/** If this code fails to load, the sample pictures stay instead of try-ons. */
const SeeYourself = lazyPart(() => import('./see-yourself.tsx'));

export default function MakePic() {
  const { text } = useText();
  const search = useSearch();
  const step = stepOf(search);
  const [entry] = useState(search);
  const templates = useTemplates(search);
  const hasPhotos = useSnapshot(wizard).photos.length > 0;
  const front = usePhotoToTryOn();

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the draft once, with the first address.
  useEffect(() => {
    // If this fails, the failed requests are repeated when their results are needed.
    openWizard(search).catch(() => undefined);
  }, []);
  useStepArrival(step);
  useReturnOnline(resumeUploads);
  useReturnOnline(() => isGuest() || session.user !== null || refreshUser().catch(() => false));
  useEffect(() => {
    // Another tab may have been closed during an upload, so take over its uploads.
    const onChange = () => void (document.visibilityState === 'visible' && takeOverUploads());
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);

  return (
    <>
      {/* The key creates a new heading for each step, so that screen readers announce it. */}
      <NavBar key={step} title={text(titles[step])} backLabel={text('back')} onBack={() => stepBack(step)} />
      <OfflineMark text={text(hasPhotos ? 'make-pic.offline' : 'offline.mark')} />
      {step === 'select' && <SelectStep {...templates} sought={templates.sought?.id ?? null} />}
      {step === 'front' && <FrontPhotoStep />}
      {step === 'supplementary' && <SupplementaryStep />}
      {/template_id|order_id/.test(entry) && <FromAddress entry={entry} search={search} {...templates} />}
      {front && <SeeYourself photo={front} templates={templates.templates} />}
    </>
  );
}

/** Address of the uploaded front photo. Null until it is uploaded, or if the API has no try-ons. */
function usePhotoToTryOn(): string | null {
  const [front] = useSnapshot(wizard).photos;
  const canTryOn = useSnapshot(session).user?.features.includes('template-preview');
  return canTryOn && front?.status === 'ready' ? front.address : null;
}

function useStepArrival(step: ReturnType<typeof stepOf>): void {
  const last = useRef(step);

  useLayoutEffect(() => {
    if (step !== last.current) setStep(step);
  }, [step]);

  // Deferred, because focusing forces a layout, which would delay the response to the tap.
  useEffect(() => {
    if (step === last.current) return;
    last.current = step;
    const focus = () =>
      document.querySelector<HTMLElement>('main h1:not([hidden] *)')?.focus({ preventScroll: true });
    const timer = setTimeout(focus);
    return () => clearTimeout(timer);
  }, [step]);
}

/** Returns the loaded templates, and the one that the address names (see `useSought`). */
function useTemplates(search: string) {
  const { language } = useText();
  const pages = usePages(loadTemplates, templateId, language, entryMemory('templates'), lastTemplates);

  const { ids: gone } = useSnapshot(goneTemplates);
  const templates =
    gone.length > 0 ? pages.items.filter(({ id }) => !gone.some(other => isSameId(other, id))) : pages.items;
  return { templates, pages, ...useSought(search, templates) };
}

const templateId = (template: Template): TemplateId => template.id;

/** Finds the template named in the address. `isSeeking` is true until it is loaded or the user chooses another one. */
function useSought(search: string, templates: Template[]) {
  const id = useRef(templateIn(search));
  const { templateId } = useSnapshot(wizard);
  const isNamed = id.current !== null;
  const found = isNamed && templates.find(template => isSameId(template.id, id.current));
  const isSeeking = isNamed && !found && isSameId(templateId, id.current);
  return { sought: found || null, isSeeking };
}
