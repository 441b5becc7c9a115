import { useSnapshot } from 'valtio';
import type { TemplateId } from '../../state/template-id.ts';
import { tryOns } from '../../state/try-ons.ts';
import { wizard } from '../../state/wizard.ts';

const none: Record<TemplateId, string> = {};

/** What there is to see of the user of the present front photo: in the place of the samples, or only where a mouse points. */
export function useTryOns() {
  const { photo, isOn, pictures } = useSnapshot(tryOns);
  const [front] = useSnapshot(wizard).photos;
  if (front?.status !== 'ready' || front.address?.split('?')[0] !== photo) {
    return { photo: null, pictures: none, pointed: none };
  }
  return { photo, pictures: isOn ? pictures : none, pointed: isOn ? none : pictures };
}
