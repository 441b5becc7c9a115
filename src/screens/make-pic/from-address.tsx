import { templateIn } from '../../api/template-pics.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import NamedTemplate, { type NamedTemplateProps } from './named-template.tsx';

/** If it does not load, the order stays saved, and is settled when coins are next offered. */
const AfterPayment = lazyPart(() => import('./after-payment.tsx'));

/** Does what the address asks for, a template or the end of a payment, and shows nothing itself. */
export default function FromAddress(props: NamedTemplateProps) {
  const { entry } = props;
  return (
    <>
      {templateIn(entry) !== null && <NamedTemplate {...props} />}
      {entry.includes('order_id=') && <AfterPayment entry={entry} />}
    </>
  );
}
