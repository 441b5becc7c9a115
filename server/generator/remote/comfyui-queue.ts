import { mostBytes } from '../../elsewhere/fetch-elsewhere.ts';
import { GeneratorGaveUp } from '../generator.ts';
import {
  callForJson,
  callService,
  fetchPicture,
  jsonRequest,
  type Patience,
  ServiceRefusal,
} from './call-service.ts';
import { type ExecutionMessage, nodeErrorsOf, reasonOf, refusalOf } from './comfyui-errors.ts';

export interface ComfyuiImage {
  filename: string;
  subfolder: string;
  type: string;
}

/** The pictures of a prompt's output nodes, or the reason for its failure. */
export type ComfyuiResult = { images: ComfyuiImage[] } | { error: string };

/** A queued prompt: [number, prompt_id, …]. Lower numbers run first. */
type QueueItem = [number, string, ...unknown[]];

interface HistoryEntry {
  status?: { status_str?: string; completed?: boolean; messages?: ExecutionMessage[] } | null;
  outputs?: Record<string, { images?: ComfyuiImage[] }>;
}

/** Timeouts (ms) for a small response and for a picture. */
const shortLimit = 10_000;
const longLimit = 60_000;

/**
 * Maximum tries after a status of 500, because ComfyUI also returns it for a permanent error in its workflow
 * validation.
 */
const most500s = 4;

export class ComfyuiQueue {
  readonly #url: string;
  readonly #onWait: (failure: Error) => void;

  /** `onWait` receives the error of a call's first failed try, before the retry. */
  constructor(url: string, onWait: (failure: Error) => void = () => {}) {
    this.#url = url;
    this.#onWait = onWait;
  }

  /** The server's version, such as "0.3.57"; null if the server does not report it. */
  async version(signal: AbortSignal): Promise<string | null> {
    const stats = await this.#call<{ system?: { comfyui_version?: string } }>(
      '/system_stats',
      {},
      { timeLimit: shortLimit, signal },
    );
    return stats.system?.comfyui_version ?? null;
  }

  /** Uploads a photo. Returns the file name that workflows use to load it. */
  async upload(photo: Buffer, name: string, signal: AbortSignal): Promise<string> {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), name);
    form.set('overwrite', 'true');
    const init = { method: 'POST', body: form };
    const stored = await this.#call<{ name: string; subfolder: string }>('/upload/image', init, {
      timeLimit: longLimit,
      signal,
    });
    return stored.subfolder ? `${stored.subfolder}/${stored.name}` : stored.name;
  }

  /** Queues a workflow and returns the prompt's id: `id`, unless the server assigns another one. */
  async submit(prompt: object, id: string, signal: AbortSignal): Promise<string> {
    const init = jsonRequest({ prompt, prompt_id: id });
    const patience = { timeLimit: shortLimit, signal, most500s };
    const queued = await this.#call<{ prompt_id: string; node_errors?: object }>(
      '/prompt',
      init,
      patience,
    ).catch((error: unknown) => {
      if (!(error instanceof ServiceRefusal)) throw error;
      throw new GeneratorGaveUp(`ComfyUI refused the workflow: ${refusalOf(error.body)}`, { cause: error });
    });
    // If at least one output is valid, ComfyUI queues the workflow even if another output is invalid.
    const mistakes = nodeErrorsOf((queued.node_errors ?? {}) as Parameters<typeof nodeErrorsOf>[0]);
    if (mistakes.length === 0) return queued.prompt_id;
    await this.cancel([queued.prompt_id]);
    throw new GeneratorGaveUp(`ComfyUI refused a part of the workflow: ${mistakes.join('; ')}`);
  }

  /** `order`: ids of all running and waiting prompts in their running order. `running`: ids of the running prompts. */
  async look(signal: AbortSignal): Promise<{ order: string[]; running: string[] }> {
    const queue = await this.#call<{ queue_running: QueueItem[]; queue_pending: QueueItem[] }>(
      '/queue',
      {},
      // The response is large, because it contains the workflows of all waiting prompts.
      { timeLimit: shortLimit, signal, most: mostBytes.picture },
    );
    const running = queue.queue_running.map(([, id]) => id);
    // Sort the waiting prompts, because ComfyUI returns them in heap order.
    const waiting = queue.queue_pending.toSorted(([one], [other]) => one - other).map(([, id]) => id);
    return { order: [...running, ...waiting], running };
  }

  /** The result of a prompt; null if the prompt has not ended. */
  async findResult(id: string, signal: AbortSignal): Promise<ComfyuiResult | null> {
    const history = await this.#call<Record<string, HistoryEntry>>(
      `/history/${encodeURIComponent(id)}`,
      {},
      { timeLimit: shortLimit, signal },
    );
    const entry = history[id];
    if (!entry) return null;
    const { status_str, messages } = entry.status ?? {};
    if (status_str === 'error') return { error: reasonOf(messages ?? []) };
    return { images: Object.values(entry.outputs ?? {}).flatMap(({ images = [] }) => images) };
  }

  async view({ filename, subfolder, type }: ComfyuiImage, signal: AbortSignal): Promise<Buffer> {
    const query = new URLSearchParams({ filename, subfolder, type });
    return fetchPicture(`${this.#url}/view?${query}`, { timeLimit: longLimit, signal });
  }

  /** Removes prompts from the queue and interrupts running prompts. Prompts of other clients are not affected. */
  async cancel(ids: string[]): Promise<void> {
    const signal = AbortSignal.timeout(shortLimit);
    const patience = { timeLimit: shortLimit, signal };
    await callService(`${this.#url}/queue`, jsonRequest({ delete: ids }), patience);
    const { running } = await this.look(signal);
    for (const id of running.filter(candidate => ids.includes(candidate))) {
      await callService(`${this.#url}/interrupt`, jsonRequest({ prompt_id: id }), patience);
    }
  }

  #call<Response>(path: string, init: RequestInit, patience: Patience): Promise<Response> {
    return callForJson<Response>(this.#url + path, init, { ...patience, onWait: this.#onWait });
  }
}
