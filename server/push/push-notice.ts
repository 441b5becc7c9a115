import type { Selectable } from 'kysely';
import type { JobsTable } from '../db/schema.ts';
import { jobStatus } from '../jobs/status.ts';
import { languageOf } from '../languages/languages.ts';
import { sentenceIn } from '../languages/sentence.ts';

/** What a device shows, and the screen of the app that a tap on it opens: no picture, no template, no name. */
export interface PushNotice {
  title: string;
  text: string;
  /** Below the app's own path, as the app itself writes it: the same notice is shown once. */
  path: string;
}

/** What is said of the end of a job. */
export function pushNoticeOf(
  { generate_id, train_id, status }: Pick<Selectable<JobsTable>, 'generate_id' | 'train_id' | 'status'>,
  language: string,
): PushNotice {
  const say = (key: Parameters<typeof sentenceIn>[1]) => sentenceIn(languageOf(language), key);
  return status === jobStatus.generateSuccess
    ? {
        title: say('push.ready'),
        text: say('push.see'),
        path: `/pic?${new URLSearchParams({ generate_id })}`,
      }
    : {
        title: say('push.look'),
        text: say('push.why'),
        path: `/making?${new URLSearchParams({ train_id, generate_id })}`,
      };
}
