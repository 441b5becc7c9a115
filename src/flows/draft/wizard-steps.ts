import { paths } from '../../paths.ts';
import { go, goBack, returnTo } from '../../platform/navigation.ts';
import type { Step } from '../../state/draft.ts';
import { toast } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';

export function stepOf(search: string): Step {
  const step = new URLSearchParams(search).get('step');
  return step === 'front' || step === 'supplementary' ? step : 'select';
}

/** Opens a step under its own address, so that the phone's back key goes back one step. */
export function openStep(step: Step, { replace = false } = {}): void {
  go(step === 'select' ? paths.makePic : `${paths.makePic}?step=${step}`, { replace });
}

/** Goes back to the templates. If they are not in the history, replaces the current step with them. */
export function openTemplates(): void {
  returnTo(paths.makePic);
}

/** Goes back one step, or leaves the wizard from the first step. */
export function stepBack(step: Step): void {
  // If the address opened this step directly, the history has no earlier step.
  if (step !== 'select' && !history.state?.inside) openStep('select', { replace: true });
  else goBack();
}

/** After a restart with no step in the address, reopens the last step and adds the earlier steps to the history. */
export function resumeStep(): void {
  const { step } = wizard;
  if (step !== 'select') openStep('front');
  if (step === 'supplementary') openStep('supplementary');
}

/** Shows a toast that photos are needed first, then opens the step for the front photo. */
export function askForPhotos(): void {
  const { templateTitle: title } = wizard;
  toast(title ? { key: 'make-pic.chosen', values: { title } } : 'make-pic.photos-first');
  openStep('front');
}
