import { readSync } from 'node:fs';
import sharp from 'sharp';

// A process that decodes photos of unknown origin, one after another. It exits if a photo exceeds the limits, which
// harms no other process. It is plain JavaScript, because that starts faster.

/**
 * `photo`: bytes of the largest photo. `memory` and `time`: bytes and milliseconds of CPU time that a photo may take.
 * @type {{ photo: number; memory: number; time: number }}
 */
const limits = JSON.parse(process.argv[2]);

/** One buffer for all photos: separate buffers would stay in memory until the next garbage collection. */
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

// The backend has ended.
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
