import { toast } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';
import { openStep } from '../draft/wizard-steps.ts';

/** Shows a toast that photos are needed first, then opens the step for the front photo. */
export function askForPhotos(): void {
  const { templateTitle: title } = wizard;
  toast(title ? { key: 'make-pic.chosen', values: { title } } : 'make-pic.photos-first');
  openStep('front');
}
