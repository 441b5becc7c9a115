import { templateIn } from '../../api/template-pics.ts';
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
