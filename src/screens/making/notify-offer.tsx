import { useEffect, useState } from 'react';
import type { Job } from '../../api/jobs.ts';
import { hasFeature } from '../../flows/account/has-feature.ts';
import { isPushed, isWatched, notifyWhenOver, pushWhenOver } from '../../flows/jobs/notify-when-over.ts';
import { useText } from '../../i18n/use-text.ts';
import { needsHomeScreen } from '../../platform/notifications.ts';
import { Button } from '../../ui/button.tsx';

type Outcome = NotificationPermission | 'pushed' | 'home-screen';

/** Offers a notification for the job's end. Then shows if that works, what it requires, or why it fails. */
export default function NotifyOffer({ job }: { job: Job }) {
  const { text } = useText();
  // On an iPhone, even apps on the Home Screen can receive only push messages, so first check that the API has them.
  const [isOffered, setIsOffered] = useState(() => !needsHomeScreen());
  const [outcome, setOutcome] = useState<Outcome>(() =>
    isPushed(job) ? 'pushed' : isWatched(job) ? 'granted' : 'default',
  );

  useEffect(() => {
    if (needsHomeScreen()) hasFeature('push').then(setIsOffered);
  }, []);

  async function arrange(): Promise<void> {
    if (needsHomeScreen()) return setOutcome('home-screen');
    const permission = await notifyWhenOver(job);
    setOutcome(permission);
    if (permission === 'granted' && (await pushWhenOver(job))) setOutcome('pushed');
  }

  return (
    <>
      {isOffered && outcome === 'default' && (
        <Button kind="quiet" onClick={arrange}>
          {text('notify.offer')}
        </Button>
      )}
      <p role="status">
        {outcome === 'granted' && text('notify.on')}
        {outcome === 'pushed' && text('notify.pushed')}
        {outcome === 'home-screen' && text('notify.home-screen')}
        {outcome === 'denied' && text('notify.refused')}
      </p>
    </>
  );
}
