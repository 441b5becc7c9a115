import { useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { returnTo } from '../platform/navigation.ts';
import { Button } from '../ui/button.tsx';

/** True when a picture waits to be made, as after there were not enough coins. */
export function useWaitingPic(): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const watch = async () => {
      const { restoreWizard, wizard } = await import('../state/wizard.ts');
      await restoreWizard();
      if (left.signal.aborted) return;
      const update = () => setIsWaiting(wizard.templateId !== null);
      left.signal.addEventListener('abort', subscribe(wizard, update));
      update();
    };
    // Without that file there is no way back, and nothing else is amiss.
    watch().catch(() => undefined);
    return () => left.abort();
  }, []);
  return isWaiting;
}

/** Leads back to the picture that waits. */
export function WayBack() {
  const { text } = useText();
  return <Button onClick={() => returnTo(paths.makePic)}>{text('pay.to-wizard')}</Button>;
}
