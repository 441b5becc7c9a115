import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PhotoDecoder } from '../../../server/jobs/photo-checks/photo-decoder.ts';
import { aPhoto } from '../generator/a-photo.ts';

/** Other files have run in this process, and what they started may still end. */
let earlier: string[];

beforeEach(() => {
  earlier = allChildren();
});

/** The processes that a test has started and that still run. */
const children = () => allChildren().filter(pid => !earlier.includes(pid));

function allChildren(): string[] {
  return readdirSync('/proc/self/task').flatMap(task =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

function open(idleFor?: number): PhotoDecoder {
  const decoder = new PhotoDecoder(idleFor);
  onTestFinished(() => decoder.close());
  return decoder;
}

it('one process decodes photos that follow each other', async () => {
  const decoder = open();
  const photo = await aPhoto();

  expect(await decoder.decode(photo)).toMatchObject({ result: 'whole' });
  const started = children();
  expect(await decoder.decode(photo.slice(0, 9000))).toMatchObject({ result: 'damaged' });

  expect(started).toHaveLength(1);
  expect(children()).toEqual(started);
});

it('the process ends when no photo comes, and the next photo gets another one', async () => {
  const decoder = open(20);
  const photo = await aPhoto();

  for (let round = 0; round < 3; round++) {
    expect(await decoder.decode(photo)).toMatchObject({ result: 'whole' });
    await vi.waitFor(() => expect(children()).toEqual([]), 5000);
  }
});

it('a photo that comes while the process is being ended is decoded', async () => {
  const decoder = open(0);
  const photo = await aPhoto();

  for (let round = 0; round < 8; round++) {
    expect(await decoder.decode(photo)).toMatchObject({ result: 'whole' });
    // At another moment of its end each time.
    await new Promise(resolve => setTimeout(resolve, round % 4));
  }
});

it('a process that needs no photo any more ends at once', async () => {
  const script = `
    import { readFileSync } from 'node:fs';
    import { PhotoDecoder } from './server/jobs/photo-checks/photo-decoder.ts';
    console.log((await new PhotoDecoder().decode(readFileSync('tests/testdata/astronaut.png'))).result);
  `;
  const options = ['--import', 'tsx', '--input-type=module', '-e', script];

  const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 15_000 });
  expect(stdout).toBe('whole\n');
});
