import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { stepOf } from '../../flows/draft/wizard-steps.ts';
import { resumePayment } from '../../flows/money/pay.ts';
import { createPic } from '../../flows/wizard/load-create-pic.ts';
import { basePath, paths } from '../../paths.ts';
import { withLoading } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';

/** Shows the picture's price again after a cashier page, unless the user has gone elsewhere. Renders nothing. */
export default function AfterPayment({ entry }: { entry: string }) {
  const { restored } = useSnapshot(wizard);

  useEffect(() => {
    if (restored) goOn(entry).catch(() => undefined);
  }, [entry, restored]);

  return null;
}

async function goOn(entry: string): Promise<void> {
  await withLoading('pay.confirming.title', () => resumePayment(entry));
  const isHere = location.pathname === basePath + paths.makePic && stepOf(location.search) === 'select';
  if (isHere && wizard.templateId !== null && wizard.photos.length > 0) await createPic();
}
