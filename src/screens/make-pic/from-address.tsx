import { templateIn } from '../../api/template-pics.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import NamedTemplate, { type NamedTemplateProps } from './named-template.tsx';

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
