import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { GeneratorGaveUp } from '../gave-up.ts';
import type { GeneratedPic, GenerateRequest, Generator } from '../generator.ts';
import type { ComfyuiServer } from '../open-generator.ts';
import { withDeadline } from '../with-deadline.ts';
import { type ComfyuiImage, ComfyuiQueue } from './comfyui-queue.ts';
import { fillWorkflow, parseWorkflow, type Workflow } from './comfyui-workflow.ts';
import { promptOf } from './prompt-of.ts';
import { asPic, preparePhoto } from './remote-pictures.ts';

/** Share of the work that is done when the last prompt has ended, in percent. */
const madeShare = 95;

/** A prompt that is nowhere in so many looks is lost: the server was started anew. */
const looksInVain = 3;

/** Makes pics by a workflow on a ComfyUI server, one prompt a pic; looks at the queue every so many milliseconds. */
export async function openComfyui(server: ComfyuiServer, lookEvery = 1000): Promise<Generator['generate']> {
  const workflow = parseWorkflow(await readFile(server.workflowFile, 'utf8'));
  const queue = new ComfyuiQueue(server.url);

  return (request, onProgress, outer) =>
    withDeadline(outer, server.deadline, async signal => {
      const ids: string[] = [];
      try {
        await submitAll(queue, workflow, request, ids, signal);
        const images = await watch(queue, ids, { onProgress, signal, lookEvery });
        return await collect(queue, images, signal);
      } catch (error) {
        // What nobody waits for must not keep others waiting; the reason of the end is told, whatever comes of this.
        if (ids.length > 0) await queue.cancel(ids).catch(() => undefined);
        throw error;
      }
    });
}

/** Notes each id before it is sent, so that it can be cancelled even if the answer never comes. */
async function submitAll(
  queue: ComfyuiQueue,
  workflow: Workflow,
  { photos, templateId, count, seed }: GenerateRequest,
  ids: string[],
  signal: AbortSignal,
): Promise<void> {
  const [front] = photos;
  if (!front) throw new GeneratorGaveUp('There is no photo.');
  const photo = await queue.upload(await preparePhoto(front), `tyy_${randomUUID()}.jpg`, signal);

  for (let index = 0; index < count; index += 1) {
    const filled = fillWorkflow(workflow, { photo, prompt: promptOf(templateId), seed: seed + index });
    ids[index] = randomUUID();
    ids[index] = await queue.submit(filled, ids[index]!, signal);
  }
}

interface Watching {
  onProgress(percent: number): void;
  signal: AbortSignal;
  lookEvery: number;
}

/** Waits for the end of all prompts; the progress is how far the last one has come in the server's queue. */
async function watch(
  queue: ComfyuiQueue,
  ids: string[],
  { onProgress, signal, lookEvery }: Watching,
): Promise<ComfyuiImage[]> {
  const done = new Map<string, ComfyuiImage>();
  let longest = 0;
  let inVain = 0;

  for (;;) {
    // The queue first: what leaves it is in the history by then.
    const { order } = await queue.look(signal);
    const open = ids.filter(id => !done.has(id));
    for (const id of open) {
      const result = await queue.findResult(id, signal);
      if (result) done.set(id, pictureOf(result));
    }
    if (done.size === ids.length) return ids.map(id => done.get(id)!);

    const isLost = open.some(id => !done.has(id) && !order.includes(id));
    inVain = isLost ? inVain + 1 : 0;
    if (inVain === looksInVain) throw new Error('ComfyUI no longer knows the prompt.');

    const left = order.findLastIndex(id => ids.includes(id)) + 1;
    longest = Math.max(longest, left);
    if (longest > 0) onProgress((1 - left / longest) * madeShare);
    await pause(lookEvery, undefined, { signal });
  }
}

function pictureOf(result: { images: ComfyuiImage[] } | { error: string }): ComfyuiImage {
  if ('error' in result) throw new Error(`ComfyUI failed: ${result.error}`);
  const image = result.images.find(({ type }) => type === 'output');
  if (!image) throw new GeneratorGaveUp('The workflow saves no picture.');
  return image;
}

async function collect(
  queue: ComfyuiQueue,
  images: ComfyuiImage[],
  signal: AbortSignal,
): Promise<GeneratedPic[]> {
  const pics: GeneratedPic[] = [];
  for (const image of images) pics.push(await asPic(await queue.view(image, signal)));
  return pics;
}
