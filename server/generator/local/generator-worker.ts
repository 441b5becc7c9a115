import { parentPort, workerData } from 'node:worker_threads';
import type { PhotoVerdict } from '../generator.ts';
import { setMatteFolder } from '../portrait/own-matte.ts';
import { drawTemplate } from '../templates.ts';
import type { FromWorker, ToWorker, WorkerData } from '../threads/worker-messages.ts';
import { findFaceBoxes } from '../vision/find-face-boxes.ts';
import { inspectPhoto } from '../vision/inspect-photo.ts';
import { makePics } from './make-pics.ts';

// The thread that makes pics. It handles one call at a time, because parallel calls would only compete for the
// processor.

const port = parentPort!;
const { comparesFaces = true, matteModel }: WorkerData = workerData ?? {};
setMatteFolder(matteModel);
const aborts = new Map<number, AbortController>();
let current = 0;
let last: Promise<void> = Promise.resolve();

port.on('message', (message: ToWorker) => {
  if (message.kind === 'abort') {
    aborts.get(message.id)?.abort();
    // A call that is stopped before it starts fails immediately.
    if (message.id !== current) send({ id: message.id, kind: 'failed', message: 'Stopped' });
    return;
  }

  const abort = new AbortController();
  aborts.set(message.id, abort);
  last = last.then(() => run(message, abort.signal));
});

async function run(call: Exclude<ToWorker, { kind: 'abort' }>, signal: AbortSignal): Promise<void> {
  const { id } = call;
  current = id;

  try {
    signal.throwIfAborted();

    send({ id, kind: 'done', output: await outputOf(call, signal) });
  } catch (error) {
    send({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    aborts.delete(id);
  }
}

function outputOf(call: Exclude<ToWorker, { kind: 'abort' }>, signal: AbortSignal) {
  if (call.kind === 'inspect') return inspectPhotos(call.input);
  if (call.kind === 'faces') return findFaceBoxes(call.input);
  if (call.kind === 'preview') return drawTemplate(call.input.templateId, call.input.technique);
  return makePics(call.input, percent => send({ id: call.id, kind: 'progress', percent }), signal, {
    comparesFaces,
    onPic: pic => send({ id: call.id, kind: 'pic', pic }),
  });
}

async function inspectPhotos(photos: Uint8Array[]): Promise<PhotoVerdict[]> {
  const verdicts: PhotoVerdict[] = [];
  for (const [index, photo] of photos.entries()) verdicts.push(await inspectPhoto(photo, index === 0));

  return verdicts;
}

function send(message: FromWorker): void {
  port.postMessage(message);
}
