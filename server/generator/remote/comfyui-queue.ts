import { askForJson, askService, jsonRequest, type Patience } from './ask-service.ts';

/** Where a picture lies at a ComfyUI server. */
export interface ComfyuiImage {
  filename: string;
  subfolder: string;
  type: string;
}

/** How a prompt ended: `images` of its output nodes, or the word of an error. */
export type ComfyuiResult = { images: ComfyuiImage[] } | { error: string };

/** [number, prompt_id, …]: what has the smaller number is worked on first. */
type Entry = [number, string, ...unknown[]];

interface HistoryEntry {
  status?: { status_str?: string; completed?: boolean; messages?: unknown[] };
  outputs?: Record<string, { images?: ComfyuiImage[] }>;
}

/** Milliseconds for an answer of a few kilobytes, and for a picture. */
const shortLimit = 10_000;
const longLimit = 60_000;

/** The HTTP API of a ComfyUI server, as far as pics need it. */
export class ComfyuiQueue {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Hands in a photo; answers the name by which workflows can load it. */
  async upload(photo: Buffer, name: string, signal: AbortSignal): Promise<string> {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), name);
    form.set('overwrite', 'true');
    const init = { method: 'POST', body: form };
    const stored = await this.#ask<{ name: string; subfolder: string }>('/upload/image', init, {
      timeLimit: longLimit,
      signal,
    });
    return stored.subfolder ? `${stored.subfolder}/${stored.name}` : stored.name;
  }

  /** Queues a workflow. Servers before 2025 do not take the id but give one of their own: it is answered. */
  async submit(prompt: object, wishedId: string, signal: AbortSignal): Promise<string> {
    const init = jsonRequest({ prompt, prompt_id: wishedId });
    return (await this.#ask<{ prompt_id: string }>('/prompt', init, { timeLimit: shortLimit, signal }))
      .prompt_id;
  }

  /** The ids of all that waits or runs, in the order of the work; `running` are those that run now. */
  async look(signal: AbortSignal): Promise<{ order: string[]; running: string[] }> {
    const queue = await this.#ask<{ queue_running: Entry[]; queue_pending: Entry[] }>(
      '/queue',
      {},
      { timeLimit: shortLimit, signal },
    );
    const running = queue.queue_running.map(([, id]) => id);
    // The server keeps what waits as a heap, not in order.
    const waiting = queue.queue_pending.toSorted(([one], [other]) => one - other).map(([, id]) => id);
    return { order: [...running, ...waiting], running };
  }

  /** How a prompt ended, or null when it has not. */
  async findResult(id: string, signal: AbortSignal): Promise<ComfyuiResult | null> {
    const history = await this.#ask<Record<string, HistoryEntry>>(
      `/history/${encodeURIComponent(id)}`,
      {},
      { timeLimit: shortLimit, signal },
    );
    const entry = history[id];
    if (!entry) return null;
    const { status_str, messages } = entry.status ?? {};
    if (status_str === 'error') return { error: JSON.stringify(messages ?? []).slice(0, 300) };
    return { images: Object.values(entry.outputs ?? {}).flatMap(({ images = [] }) => images) };
  }

  /** The bytes of a picture. */
  async view({ filename, subfolder, type }: ComfyuiImage, signal: AbortSignal): Promise<Buffer> {
    const query = new URLSearchParams({ filename, subfolder, type });
    return askService(`${this.#url}/view?${query}`, {}, { timeLimit: longLimit, signal });
  }

  /** Takes prompts off the queue and stops the one that runs; others' prompts go on. */
  async cancel(ids: string[]): Promise<void> {
    const signal = AbortSignal.timeout(shortLimit);
    const patience = { timeLimit: shortLimit, signal };
    await askService(`${this.#url}/queue`, jsonRequest({ delete: ids }), patience);
    const { running } = await this.look(signal);
    for (const id of running.filter(candidate => ids.includes(candidate))) {
      await askService(`${this.#url}/interrupt`, jsonRequest({ prompt_id: id }), patience);
    }
  }

  #ask<Answer>(path: string, init: RequestInit, patience: Patience): Promise<Answer> {
    return askForJson<Answer>(this.#url + path, init, patience);
  }
}
