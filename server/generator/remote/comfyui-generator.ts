import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type GeneratedPic, type Generator, GeneratorGaveUp, type OnPic } from '../generator.ts';
import { withDeadline } from '../with-deadline.ts';
import { ComfyuiQueue, type ComfyuiResult } from './comfyui-queue.ts';
import { ComfyuiVersion } from './comfyui-version.ts';
import { fillWorkflow, parseWorkflow, type WorkflowValues } from './comfyui-workflow.ts';
import { pickReferences } from './pick-references.ts';
import { refuseDoubles } from './refuse-doubles.ts';
import { asPic, preparePhoto } from './remote-pictures.ts';
import { findBuiltInBrief, promptOfShot, type RemoteContext } from './template-brief.ts';

/** `deadline`: time limit in milliseconds for all pics of a job. */
export interface ComfyuiServer {
  url: string;
  workflowFile: string;
  deadline: number;
}

/** Progress in percent after the last prompt has ended. */
const madeProgress = 95;

/** A prompt counts as lost, e.g. after a server restart, if it is missing in this many consecutive polls. */
const failuresUntilLost = 3;

/** Size of a pic in pixels. The ratio is 3:4, and latent images need sides that are multiples of 16. */
const size = { width: 1104, height: 1472 };

interface Prompt {
  id: string;
  index: number;
  pic: GeneratedPic | null;
  isResent: boolean;
}

/**
 * Opens a generator that runs a workflow on a ComfyUI server, one prompt per pic. Polls every `pollDelay`
 * milliseconds. Throws if the workflow or the server's version is unsuitable. If the server is unreachable, jobs wait
 * until their deadline.
 */
export async function openComfyui(
  server: ComfyuiServer,
  pollDelay = 1000,
  { findBrief = findBuiltInBrief, onProblem = () => {} }: Partial<RemoteContext> = {},
): Promise<Generator['generate']> {
  const workflow = parseWorkflow(await readFile(server.workflowFile, 'utf8'), 'COMFYUI_WORKFLOW');
  const queue = new ComfyuiQueue(server.url, onProblem);
  const version = new ComfyuiVersion(queue, onProblem);
  await version.checkAtStart();

  async function upload(photos: Uint8Array[], signal: AbortSignal) {
    const [front, ...others] = await Promise.all(
      photos.map(async photo => queue.upload(await preparePhoto(photo), `tyy_${randomUUID()}.jpg`, signal)),
    );
    return { photo: front!, photo2: others[0] ?? front!, photo3: others[1] ?? front! };
  }

  return (request, onProgress, outer, onPic = () => {}) =>
    withDeadline(outer, server.deadline, async signal => {
      await version.check(signal);
      const brief = findBrief(request.templateId);
      const references = await pickReferences(request.photos, 3);
      if (references.length === 0) throw new GeneratorGaveUp('There is no photo.');

      const submit = async (prompt: Prompt, names: Awaited<ReturnType<typeof upload>>) => {
        const values: WorkflowValues = {
          ...names,
          ...size,
          prompt: promptOfShot(brief, prompt.index),
          seed: request.seed + prompt.index,
        };
        // Set the id before sending, so that the prompt can be cancelled even if no response arrives.
        prompt.id = randomUUID();
        prompt.id = await queue.submit(fillWorkflow(brief.workflow ?? workflow, values), prompt.id, signal);
      };
      const resend = async (prompts: Prompt[]) => {
        if (prompts.some(({ isResent }) => isResent)) throw new Error('ComfyUI lost a prompt twice.');
        const names = await upload(references, signal);
        for (const prompt of prompts) {
          prompt.isResent = true;
          await submit(prompt, names);
        }
      };

      const prompts: Prompt[] = [];
      try {
        const names = await upload(references, signal);
        for (let index = 0; index < request.count; index += 1) {
          prompts[index] = { id: '', index, pic: null, isResent: false };
          await submit(prompts[index]!, names);
        }
        return await watch(queue, prompts, { onProgress, onPic, signal, pollDelay, resend });
      } catch (error) {
        // Cancel the remaining prompts, because they would delay other jobs. Ignore errors here and throw the original
        // error.
        const open = prompts.filter(({ pic }) => !pic).map(({ id }) => id);
        if (open.length > 0) await queue.cancel(open).catch(() => undefined);
        throw error;
      }
    });
}

interface Watching {
  onProgress(percent: number): void;
  onPic: OnPic;
  signal: AbortSignal;
  pollDelay: number;
  /** Submits lost prompts to the server again. */
  resend(prompts: Prompt[]): Promise<void>;
}

/** Waits until all prompts have ended. Reports the progress by the last prompt's position in the server's queue. */
async function watch(
  queue: ComfyuiQueue,
  prompts: Prompt[],
  { onProgress, onPic, signal, pollDelay, resend }: Watching,
): Promise<GeneratedPic[]> {
  let longest = 0;
  let failures = 0;
  let handedOver = 0;

  for (;;) {
    // Read the queue before the history: a prompt that has just left the queue is then in the history.
    const { order } = await queue.look(signal);
    for (const prompt of prompts.filter(({ pic }) => !pic)) {
      const result = await queue.findResult(prompt.id, signal);
      // Fetch the picture now, because it may be lost if the server restarts.
      if (result) prompt.pic = await asPic(await queue.view(pictureOf(result), signal));
    }
    const open = prompts.filter(({ pic }) => !pic);
    const made = prompts.flatMap(({ pic }) => pic ?? []);
    if (made.length > handedOver) {
      // Reject identical pics before any new pic is passed on.
      await refuseDoubles(made);
      signal.throwIfAborted();
      for (let next = prompts[handedOver]?.pic; next; next = prompts[handedOver]?.pic) {
        onPic(next);
        handedOver += 1;
      }
    }
    if (open.length === 0) return made;

    const lost = open.filter(({ id }) => !order.includes(id));
    failures = lost.length > 0 ? failures + 1 : 0;
    if (failures === failuresUntilLost) {
      await resend(lost);
      failures = 0;
    }

    const left = order.findLastIndex(id => open.some(one => one.id === id)) + 1;
    longest = Math.max(longest, left);
    if (left > 0) onProgress((1 - left / longest) * madeProgress);
    await delay(pollDelay, undefined, { signal });
  }
}

function pictureOf(result: ComfyuiResult) {
  if ('error' in result) throw new Error(`ComfyUI failed: ${result.error}`);
  const image = result.images.find(({ type }) => type === 'output');
  if (!image) throw new GeneratorGaveUp('The workflow saves no picture.');
  return image;
}
