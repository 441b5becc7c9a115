import { hash } from 'node:crypto';
import { Counter, type Registry } from 'prom-client';
import type { DbAndClock } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { jobStatus } from '../jobs/status.ts';
import { languageOf, sentenceIn } from '../languages/languages.ts';
import type { VapidKeys } from './check-vapid-keys.ts';
import { type PushMessage, type PushNetwork, type PushResponse, postPush } from './post-push.ts';
import { type DuePush, isPushAddress, putBackPush, removeDevice, removePush, takeDuePush } from './routes.ts';

/** The text, and the screen that a tap opens. Names no person and no template; has no picture. */
interface PushNotice {
  title: string;
  text: string;
  /** Path below the app's path. Must be spelled as in the app, so that the device shows the notification only once. */
  path: string;
}

interface SenderParts extends DbAndClock {
  vapid: VapidKeys;
  network: PushNetwork;
  registry: Registry;
  onProblem: (problem: Error) => void;
}

const mostAtOnce = 8;

/** Seconds for which a push service keeps a message while the device is off. */
const keptFor = 24 * 60 * 60;

/** Sends due messages, a few at a time. The queue is in the database, so no message is lost when a process dies. */
export class PushSender {
  readonly #parts: SenderParts;
  readonly #results: Counter<'result'>;
  readonly #closing = new AbortController();
  readonly #lanes = new Set<Promise<void>>();
  #isWoken = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#results = new Counter({
      name: 'tyy_pushes_total',
      help: 'Tries to tell a device of the end of a job: sent, gone (the device), refused, failed',
      labelNames: ['result'],
      registers: [parts.registry],
    });
  }

  wake(): void {
    this.#isWoken = true;
    this.#addLane();
  }

  /** Aborts the messages that are being sent; another process sends them later. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the process ends'));
    await Promise.all(this.#lanes);
  }

  #addLane(): void {
    if (this.#lanes.size >= mostAtOnce || this.#closing.signal.aborted) return;
    const lane = this.#sendAll()
      .catch(this.#parts.onProblem)
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #sendAll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#isWoken = false;
      const push = await takeDuePush(this.#parts);
      if (push) {
        // While this message is being sent, start the next one.
        this.#addLane();
        await this.#send(push);
      } else if (!this.#isWoken) return;
    }
  }

  async #send(push: DuePush): Promise<void> {
    const { network, onProblem } = this.#parts;
    const host = URL.canParse(push.endpoint) ? new URL(push.endpoint).host : '';
    let response: PushResponse;
    try {
      response = await postPush(network, await this.#encrypt(push), this.#closing.signal);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#results.inc({ result: 'failed' });
      onProblem(new Error(`no push to ${host}`, { cause: error }));
      return putBackPush(this.#parts, push, null);
    }
    const { status, retryAfter } = response;
    const isGone = status === 404 || status === 410;
    const mayPass = status === 429 || status >= 500;
    const result = status < 300 ? 'sent' : isGone ? 'gone' : mayPass ? 'failed' : 'refused';
    this.#results.inc({ result });
    if (result === 'refused') onProblem(new Error(`${host} refused a push with status ${status}`));
    if (isGone) return removeDevice(this.#parts, push.endpoint);
    if (mayPass) return putBackPush(this.#parts, push, retryAfter);
    return removePush(this.#parts, push);
  }

  async #encrypt(push: DuePush): Promise<PushMessage> {
    const { endpoint, p256dh, auth, generate_id, language } = push;
    if (!isPushAddress(endpoint, null)) throw new Error('that is no address of a push service');
    const notice = JSON.stringify(pushNoticeOf(push, language));
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, notice, {
      vapidDetails: this.#parts.vapid,
      TTL: keptFor,
      urgency: 'normal',
      // A newer message with the same topic replaces an undelivered one, so there is only one per job.
      topic: hash('sha256', generate_id, 'base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    });
    return { endpoint, headers: headers as Record<string, string>, body: body as Buffer };
  }
}

function pushNoticeOf(
  { generate_id, train_id, status }: Pick<Stored<'jobs'>, 'generate_id' | 'train_id' | 'status'>,
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
        title: say(status === jobStatus.auditRefused ? 'push.refused' : 'push.failed'),
        text: say('push.why'),
        path: `/making?${new URLSearchParams({ train_id, generate_id })}`,
      };
}
