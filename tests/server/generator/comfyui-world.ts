import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generator, OnPic } from '../../../server/generator/generator.ts';
import { openComfyui } from '../../../server/generator/remote/comfyui-generator.ts';
import { openComfyuiDouble } from '../doubles/comfyui-double.ts';

/** A workflow that needs no model. */
export const workflow = {
  1: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } },
  2: { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: '{{seed}}', strength: 0.5 } },
  9: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'tyy/{{prompt}}' } },
};

interface Run {
  make?: Generator['generate'];
  photos?: Uint8Array[];
  signal?: AbortSignal;
  onProgress?: (percent: number) => void;
  onPic?: OnPic;
}

/** Opens a ComfyUI double, with functions that open generators for it. */
export async function openComfyuiWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-comfy-'));
  const photo = await readFile('tests/testdata/astronaut.png');
  const comfy = await openComfyuiDouble();

  /**
   * Opens a generator; `deadline` is in ms. `changes` replaces nodes of the workflow; `problems` collects the
   * generator's warnings.
   */
  async function open(deadline = 60_000, changes = {}, problems: string[] = []) {
    const workflowFile = join(folder, 'workflow.json');
    await writeFile(workflowFile, JSON.stringify({ ...workflow, ...changes }));
    return openComfyui({ url: comfy.origin, workflowFile, deadline }, 10, {
      onProblem: problem => problems.push(problem.message),
    });
  }

  const usual = await open();
  return {
    comfy,
    photo,
    open,
    run({ make = usual, photos = [photo], signal, onProgress = () => {}, onPic }: Run = {}) {
      const request = { photos, templateId: 3, count: 4, seed: 100 };
      return make(request, onProgress, signal ?? new AbortController().signal, onPic);
    },
    async close() {
      await comfy.close();
      await rm(folder, { recursive: true });
    },
  };
}
