import { parentPort } from 'node:worker_threads';
import { findOthers } from '../generator/local/find-others.ts';
import { drawUser, knowsPerson } from './draw-user.ts';
import type { FromTryOnWorker, ToTryOnWorker } from './try-on-messages.ts';

// The thread in which try-ons are drawn: the generator's own code on a small canvas.

const port = parentPort!;
const send = (message: FromTryOnWorker) => port.postMessage(message);

port.on('message', (message: ToTryOnWorker) => {
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
