import { useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { returnTo } from '../platform/navigation.ts';
import { Button } from '../ui/button.tsx';

/** True while a picture is waiting to be made, for example because coins were missing. */
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
    // If that file does not load, only this link is missing.
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
