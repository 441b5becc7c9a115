import { paths } from '../../paths.ts';
import { go, goBack, returnTo } from '../../platform/navigation.ts';
import type { Step } from '../../state/draft.ts';
import { wizard } from '../../state/wizard.ts';

/** The step that the query of the address names; supplementary photos need a front photo first. */
export function stepOf(search: string): Step {
  const step = new URLSearchParams(search).get('step');
  return step === 'front' || step === 'supplementary' ? step : 'select';
}

/** Opens a step; each has its own address, so that the phone's back key goes one step back. */
export function openStep(step: Step, { replace = false } = {}): void {
  go(step === 'select' ? paths.makePic : `${paths.makePic}?step=${step}`, { replace });
}

/** From the photos to the templates; the steps between them leave the history. */
export function openTemplates(): void {
  returnTo(paths.makePic);
}

/** One step back; from the first step it leaves the wizard. */
export function stepBack(step: Step): void {
  // A step opened by its address has no entry of this app before it.
  if (step !== 'select' && !history.state?.inside) openStep('select', { replace: true });
  else goBack();
}

/** After a restart without an address: the step where the user was, with the steps before it behind it. */
export function resumeStep(): void {
  const { step } = wizard;
  if (step !== 'select') openStep('front');
  if (step === 'supplementary') openStep('supplementary');
}
