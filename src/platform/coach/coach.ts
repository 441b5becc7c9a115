import { isCanvasTrue } from '../pictures/is-canvas-true.ts';
import { isSlowLine } from '../upload/line.ts';
import type { Findings } from './check-photo.ts';
import type { CoachFiles, CoachReply, CoachRequest } from './coach-worker.ts';
import kernels from './face-kernels.wasm?url';
import relaxedKernels from './face-kernels-relaxed.wasm?url';
import weights from './face-weights.bin?url';

/** The long side of the pictures that the coach looks at, px: that of the server's own check, so that widths compare. */
export const coachSide = 1440;

/** A photo waits no longer than this for the coach, ms; then the server alone decides. */
const patience = 1500;

/** Instructions in bytes that leave a vector: what is in them tells whether the engine knows SIMD, and relaxed SIMD. */
const vector = [65, 0, 253, 15];
const probes = {
  simd: [...vector, 253, 98],
  relaxedSimd: [...vector, ...vector, ...vector, 253, 133, 2],
};

interface Coach {
  send(message: CoachFiles | CoachRequest, transfer?: Transferable[]): Promise<CoachReply>;
}

let coach: Coach | null = null;
let opening: Promise<void> | null = null;

/** Gets the coach ready for the first photo: 135 kB. Does nothing on a dear or slow line, and where the engine cannot run it. */
export function openCoach(): Promise<void> {
  opening ??= open().catch(() => {
    // It may be the network's fault: the next step that wants it tries again.
    opening = null;
  });
  return opening;
}

/** Whether photos can be shown to the coach; one that is just opening is waited for, as long as a photo may wait. */
export async function isCoachReady(): Promise<boolean> {
  if (opening && !coach) await Promise.race([opening, waitedLongEnough()]);
  return coach !== null;
}

/** What the coach sees in a picture, which it closes; null when it is not there, or not in time. */
export async function askCoach(picture: ImageBitmap): Promise<Findings | null> {
  const findings = await Promise.race([coach?.send({ picture }, [picture]) ?? null, waitedLongEnough()]);
  return typeof findings === 'string' ? null : findings;
}

function waitedLongEnough(): Promise<null> {
  return new Promise(resolve => setTimeout(() => resolve(null), patience));
}

async function open(): Promise<void> {
  if (!canRun() || isSlowLine() || !isCanvasTrue()) return;
  const opened = startWorker();
  const files = { weights, kernels: knows(probes.relaxedSimd) ? relaxedKernels : kernels };
  if ((await opened.send(files)) === null) throw new Error('The coach does not run here.');
  coach = opened;
}

function canRun(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof WebAssembly !== 'undefined' && knows(probes.simd);
}

/** Whether the engine takes a module with one function, of these instructions. */
function knows(instructions: number[]): boolean {
  const { length } = instructions;
  const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];
  const code = [10, length + 4, 1, length + 2, 0, ...instructions, 11];
  return WebAssembly.validate(Uint8Array.from([...header, ...code]));
}

/** The worker replies in the order in which it is asked. */
function startWorker(): Coach {
  const worker = new Worker(new URL('./coach-worker.ts', import.meta.url), { type: 'module' });
  const waiting: ((reply: CoachReply) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<CoachReply>) => waiting.shift()?.(data);
  worker.onerror = () => {
    coach = null;
    worker.terminate();
    for (const settle of waiting.splice(0)) settle(null);
  };
  return {
    send: (message, transfer = []) =>
      new Promise(resolve => {
        waiting.push(resolve);
        worker.postMessage(message, transfer);
      }),
  };
}
