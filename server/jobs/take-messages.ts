import { setTimeout as pause } from 'node:timers/promises';
import type PgBoss from 'pg-boss';

/** Milliseconds between two polls of an empty queue. */
const pollDelay = 500;

/** What a message of the queue says. */
export interface Message {
  generateId: string;
}

interface LoopParts {
  boss: PgBoss;
  queueName: string;
  /** Rejects while no message may be taken; it is reported, and tried again. */
  mayTake(): Promise<void>;
  work(message: Message): Promise<void>;
  onError(error: unknown): void;
}

/** A loop that takes one message after another. */
export interface MessageLoop {
  /** Polls at once. */
  wake(): void;
  /** Milliseconds since the loop last came round; 0 while it works on a message, endless while it may take none. */
  silence(): number;
  /** Takes no more, and waits for the end of the work on the last one. */
  close(): Promise<void>;
}

/**
 * Takes messages of a queue and acknowledges each after its work. pg-boss has such a loop, but does not wait for its
 * acknowledgements: one that failed, because the database was gone at that moment, would end the process.
 */
export function takeMessages({ boss, queueName, mayTake, work, onError }: LoopParts): MessageLoop {
  let isClosing = false;
  let pausing = new AbortController();

  let lastTurn = performance.now();
  let isWorking = false;
  let isHeld = false;

  async function takeOne(): Promise<boolean> {
    await mayTake().catch(error => {
      isHeld = true;
      throw error;
    });
    isHeld = false;
    lastTurn = performance.now();
    const [message] = await boss.fetch<Message>(queueName);
    if (!message) return false;
    isWorking = true;
    await work(message.data).finally(() => {
      isWorking = false;
    });
    await boss.complete(queueName, message.id);
    return true;
  }

  async function takeAll(): Promise<void> {
    while (!isClosing) {
      pausing = new AbortController();
      const wasThere = await takeOne().catch(error => {
        onError(error);
        return false;
      });
      const { signal } = pausing;
      if (!wasThere && !isClosing) await pause(pollDelay, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = takeAll();

  return {
    wake: () => pausing.abort(),
    silence() {
      if (isHeld) return Number.POSITIVE_INFINITY;
      return isWorking ? 0 : performance.now() - lastTurn;
    },
    async close() {
      isClosing = true;
      pausing.abort();
      await ended;
    },
  };
}
