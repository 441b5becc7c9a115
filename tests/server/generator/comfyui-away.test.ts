import { afterAll, beforeEach, expect, test } from 'vitest';
import { GeneratorGaveUp } from '../../../server/generator/generator.ts';
import { waitFor } from '../support/wait-for.ts';
import { openComfyuiWorld } from './comfyui-world.ts';

const { comfy, open, run, close } = await openComfyuiWorld();

beforeEach(() => comfy.reset());

afterAll(close);

test('passing failures are waited out', async () => {
  comfy.troubles.push({ status: 502 }, { status: 503 }, { body: '<html>starting</html>' });
  expect(await run()).toHaveLength(4);
});

test('prompts that a restart of the server loses are sent again once, with the photo; what was made stays', async () => {
  comfy.auto = false;
  const made = run();
  await waitFor('prompts', () => comfy.prompts.length === 4);
  comfy.step();
  await waitFor('the first pic', () => comfy.requests.some(({ url }) => url.pathname === '/view'));
  comfy.restart();
  comfy.uploads.clear();
  comfy.auto = true;
  expect(await made).toHaveLength(4);
  expect(comfy.prompts.map(({ workflow: sent }) => sent[2]!.inputs.seed)).toEqual([101, 102, 103]);

  comfy.reset();
  comfy.auto = false;
  const lost = expect(run()).rejects.toThrow('lost a prompt twice');
  for (let round = 0; round < 2; round += 1) {
    await waitFor('prompts', () => comfy.prompts.length === 4);
    comfy.restart();
  }
  await lost;
});

test('while the server cannot be reached a job waits, and its prompts are made when it is back', async () => {
  comfy.auto = false;
  const problems: string[] = [];
  const make = await open(60_000, {}, problems);
  const made = run({ make });
  await waitFor('prompts', () => comfy.prompts.length === 4);
  await comfy.stop();
  await waitFor('a problem in the log', () => problems.length > 0);
  expect(problems[0]).toContain('has to be waited for');
  comfy.restart();
  comfy.auto = true;
  await comfy.start();
  expect(await made).toHaveLength(4);
});

test('after the deadline it gives up and cleans up; a server that never responds ends like this too', async () => {
  comfy.auto = false;
  const impatient = await open(1500);
  await expect(run({ make: impatient })).rejects.toThrow(GeneratorGaveUp);
  expect(comfy.prompts.filter(({ state }) => state === 'waiting')).toEqual([]);
  comfy.troubles.push('never');
  await expect(run({ make: impatient })).rejects.toThrow(GeneratorGaveUp);
});

test('a server that would stop the prompts of others is refused at the start, and before the first job when it was away', async () => {
  comfy.version = '0.3.56';
  await expect(open(1000)).rejects.toThrow('ComfyUI 0.3.56 is too old: update it to 0.3.57');
  for (const version of ['0.3.57', '0.3.100', '0.10.0', 'v1.0.0']) {
    comfy.version = version;
    await open(1000);
  }
  await comfy.stop();
  const problems: string[] = [];
  const late = await open(5000, {}, problems);
  expect(problems.at(-1)).toContain('cannot be reached');
  comfy.version = '0.3.12';
  await comfy.start();
  await expect(run({ make: late })).rejects.toThrow('too old');
}, 15_000);
