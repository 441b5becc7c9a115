import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';

type ModelName = 'blazeface' | 'facemesh' | 'selfie' | 'faceres' | 'handdetect' | 'handlandmark-lite';

export interface Output {
  shape: number[];
  data: ArrayLike<number>;
}

const models = new Map<ModelName, Promise<GraphModel>>();
let starting: ReturnType<typeof start> | undefined;

/** Loads a network at its first use, once per process or worker thread. */
export function loadModel(name: ModelName): Promise<GraphModel> {
  const model = models.get(name) ?? readModel(name);
  models.set(name, model);
  return model;
}

/**
 * Loads TensorFlow on demand, because it would take a quarter of the startup time, and most processes run no network.
 */
const load = () =>
  Promise.all([
    import('@tensorflow/tfjs-backend-wasm'),
    import('@tensorflow/tfjs-converter'),
    import('@tensorflow/tfjs-core'),
  ]);

async function start(): Promise<Awaited<ReturnType<typeof load>>> {
  const wasmFile = createRequire(import.meta.url).resolve(
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
  );

  const loaded = await load();
  const [backend, , core] = loaded;
  backend.setWasmPaths(`${dirname(wasmFile)}/`);
  await core.setBackend('wasm');
  await core.ready();
  return loaded;
}

/** The models' folder. In the source it is one folder up; in the build, it is next to the bundle or one folder up. */
function modelFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, 'models'), join(here, '..', 'models')].find(existsSync);

  if (!found)
    throw new Error(`The models of the picture generator are missing: no folder "models" near ${here}`);

  return found;
}

async function readModel(name: ModelName): Promise<GraphModel> {
  starting ??= start();
  const [, { loadGraphModel }] = await starting;
  const folder = modelFolder();
  const description = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  const weights = await readFile(join(folder, `${name}.bin`));

  return loadGraphModel({
    load: async () => ({
      modelTopology: description.modelTopology,
      weightSpecs: description.weightsManifest[0].weights,
      weightData: new Uint8Array(weights).buffer,
      format: description.format,
      signature: description.signature,
    }),
  });
}

/** Runs a network. Maps the picture's bytes to the value range `range` with which the network was trained. */
export async function runModel(
  model: GraphModel,
  picture: { rgb: Uint8Array; size: number },
  range: { from: number; to: number },
): Promise<Output[]> {
  const { rgb, size } = picture;
  const step = (range.to - range.from) / 255;
  const values = new Float32Array(rgb.length);
  for (let at = 0; at < values.length; at++) values[at] = range.from + rgb[at]! * step;

  const [, , { dispose, tensor4d }] = await load();
  const input = tensor4d(values, [1, size, size, 3]);
  const result = model.execute(input);
  const tensors: Tensor[] = Array.isArray(result) ? result : [result];
  const outputs = await Promise.all(
    tensors.map(async tensor => ({ shape: tensor.shape, data: await tensor.data() })),
  );

  dispose([input, ...tensors]);
  return outputs;
}
