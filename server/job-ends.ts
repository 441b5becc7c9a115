import type { Registry } from 'prom-client';
import type { Database } from './db/database.ts';
import type { JobContext } from './jobs/job-context.ts';
import { measureWaits } from './jobs/measure-jobs.ts';
import { type PushNetwork, publicNetwork } from './push/post-push.ts';
import { PushSender } from './push/push-sender.ts';
import type { Config } from './settings/config.ts';

/** What follows the end of a job; `pushes` is null where no device is told while the app is closed. */
export interface JobEnds {
  onEnd: JobContext['onEnd'];
  pushes: PushSender | null;
}

interface EndParts {
  db: Database;
  clock: () => number;
  registry: Registry;
  network: PushNetwork | undefined;
  onProblem: (problem: Error) => void;
}

/** Has the wait measured and devices told; neither holds anything up. */
export function openJobEnds({ vapid }: Config, { network = publicNetwork, ...parts }: EndParts): JobEnds {
  const measure = measureWaits(parts.registry, parts.clock);
  const pushes = vapid && new PushSender({ ...parts, network, vapid });
  return {
    pushes,
    onEnd(job, status) {
      measure(job, status);
      pushes?.wake();
    },
  };
}
