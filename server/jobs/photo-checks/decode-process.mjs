import { readSync } from 'node:fs';
import sharp from 'sharp';

// A process that decodes untrusted photos one at a time. If a photo exceeds the limits, only this process ends. Plain
// JavaScript, because it starts faster than TypeScript.

/**
 * `photo`: maximum photo size in bytes. `memory`: bytes. `time`: CPU time per photo in milliseconds.
 * @type {{ photo: number; memory: number; time: number }}
 */
const limits = JSON.parse(process.argv[2]);

/** One buffer for all photos: separate ones would take memory until the next garbage collection. */
const room = Buffer.alloc(limits.photo);
const standardInput = 0;
const watchEvery = 20;

sharp.concurrency(1);
sharp.cache(false);

process.on('message', async size => {
  const photo = receive(size);
  const before = process.cpuUsage();
  const time = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const watching = setInterval(() => {
    const isTooMuch = time() > limits.time || process.memoryUsage.rss() > limits.memory;
    if (isTooMuch) process.exit(1);
  }, watchEvery);
  const isWhole = await decode(photo);
  clearInterval(watching);
  process.send({ result: isWhole ? 'whole' : 'damaged', time: time() });
});

// The parent process has exited.
process.on('disconnect', () => process.exit(0));

function receive(size) {
  for (let at = 0; at < size; ) {
    const read = readSync(standardInput, room, at, size - at, null);
    if (read === 0) process.exit(0);
    at += read;
  }
  return room.subarray(0, size);
}

async function decode(bytes) {
  try {
    await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).resize(16, 16).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
