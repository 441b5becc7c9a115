import { setTimeout as pause } from 'node:timers/promises';

// Plain JavaScript: it starts for each attack, and with tsx that takes half a second.

/** Milliseconds between two requests of a kind: calls stay below the limit of one user. */
const every = { file: 50, call: 200 };

const [origin, token] = process.argv.slice(2);
/** @type {import('./attack-type.ts').Watched['times']} */
const times = { file: [], call: [] };
let failures = 0;
let isOver = false;

process.once('message', () => {
  isOver = true;
});
process.once('disconnect', () => process.exit());
// The first connection is no part of what is felt.
await Promise.all(['/tyy/file.txt', '/v1/getUserInfo'].map(request));
process.send('ready');
await Promise.all([repeat('file', '/tyy/file.txt'), repeat('call', '/v1/getUserInfo')]);
process.send({ times, failures }, () => process.disconnect());

async function repeat(kind, path) {
  while (!isOver) {
    const began = performance.now();
    if (!(await request(path))) failures += 1;
    times[kind].push(performance.now() - began);
    await pause(every[kind]);
  }
}

/** Whether there was a good response. */
function request(path) {
  return fetch(origin + path, { headers: { authorization: `Bearer ${token}` } }).then(
    async response => response.ok && (await response.arrayBuffer()).byteLength > 0,
    () => false,
  );
}
