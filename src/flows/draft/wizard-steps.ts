import { paths } from '../../paths.ts';
import { go, goBack, returnTo } from '../../platform/navigation.ts';
import type { Step } from '../../state/draft.ts';
import { wizard } from '../../state/wizard.ts';

/** The step in the address's query. */
export function stepOf(search: string): Step {
  const step = new URLSearchParams(search).get('step');
  return step === 'front' || step === 'supplementary' ? step : 'select';
}

/** Each step has its own address, so that the phone's back key goes one step back. */
export function openStep(step: Step, { replace = false } = {}): void {
  go(step === 'select' ? paths.makePic : `${paths.makePic}?step=${step}`, { replace });
}

/** Goes to the templates and removes the steps before them from the history. */
export function openTemplates(): void {
  returnTo(paths.makePic);
}

/** Goes one step back; the first step leaves the wizard. */
export function stepBack(step: Step): void {
  // If the step was opened by its address, the history has no earlier step.
  if (step !== 'select' && !history.state?.inside) openStep('select', { replace: true });
  else goBack();
}

/** After a restart without an address: reopens the last step, with the earlier steps in the history. */
export function resumeStep(): void {
  const { step } = wizard;
  if (step !== 'select') openStep('front');
  if (step === 'supplementary') openStep('supplementary');
}
