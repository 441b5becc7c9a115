import { useState } from 'react';
import type { Job } from '../../api/jobs.ts';
import { isWatched, notifyWhenOver } from '../../flows/notify-when-over.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';

/** Offers to notify the user of the end of a job; after a tap it says that it will, or why it cannot. */
export default function NotifyOffer({ job }: { job: Job }) {
  const { text } = useText();
  const [permission, setPermission] = useState(() => (isWatched(job) ? 'granted' : 'default'));

  return (
    <>
      {permission === 'default' && (
        <Button kind="quiet" onClick={async () => setPermission(await notifyWhenOver(job))}>
          {text('notify.offer')}
        </Button>
      )}
      <p role="status">
        {permission === 'granted' && text('notify.on')}
        {permission === 'denied' && text('notify.refused')}
      </p>
    </>
  );
}
