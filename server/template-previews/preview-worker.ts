import { parentPort } from 'node:worker_threads';
import { findOthers } from '../generator/local/find-others.ts';
import { drawUser, knowsPerson } from './draw-user.ts';
import type { FromPreviewWorker, ToPreviewWorker } from './preview-messages.ts';

// The thread in which previews are drawn: the generator's own code on a small canvas.

const port = parentPort!;
const send = (message: FromPreviewWorker) => port.postMessage(message);

port.on('message', (message: ToPreviewWorker) => {
  const { id } = message;
  if ('task' in message && !message.task.photo && !knowsPerson(message.task.photoKey))
    return send({ id, wantsPhoto: true });
  const work: Promise<Uint8Array | boolean[]> =
    'task' in message ? drawUser(message.task) : findOthers(message.photos);
  work.then(
    output => send({ id, output }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
