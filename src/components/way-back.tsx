import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { returnTo } from '../platform/navigation.ts';
import { restoreWizard, wizard } from '../state/wizard.ts';
import { Button } from '../ui/button.tsx';

/** True when a picture waits to be made, as after there were not enough coins. */
export function useWaitingPic(): boolean {
  const [known, setKnown] = useState(false);
  const { templateId } = useSnapshot(wizard);
  useEffect(() => {
    restoreWizard().finally(() => setKnown(true));
  }, []);
  return known && templateId !== null;
}

/** Leads back to the picture that waits. */
export function WayBack() {
  const { text } = useText();
  return <Button onClick={() => returnTo(paths.makePic)}>{text('pay.to-wizard')}</Button>;
}
