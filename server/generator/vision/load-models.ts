import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { dispose, ready, setBackend, type Tensor, tensor4d } from '@tensorflow/tfjs-core';

/** The networks of the folder `models`. */
type ModelName = 'blazeface' | 'facemesh' | 'selfie' | 'faceres' | 'handdetect' | 'handlandmark-lite';

/** A result of a network: its shape and its numbers. */
export interface Output {
  shape: number[];
  data: ArrayLike<number>;
}

const models = new Map<ModelName, Promise<GraphModel>>();
let starting: Promise<void> | undefined;

/** Loads a network when it is first wanted, once for the process (or the worker thread). */
export function loadModel(name: ModelName): Promise<GraphModel> {
  const model = models.get(name) ?? readModel(name);
  models.set(name, model);
  return model;
}

/** Starts the WebAssembly that the networks run in. */
async function start(): Promise<void> {
  const wasmFile = createRequire(import.meta.url).resolve(
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
  );

  setWasmPaths(`${dirname(wasmFile)}/`);
  await setBackend('wasm');
  await ready();
}

/** The source has the models one folder up from here; the build copies them beside the bundle, whose chunks may lie a folder deeper. */
function modelFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, 'models'), join(here, '..', 'models')].find(existsSync);

  if (!found)
    throw new Error(`The models of the picture generator are missing: no folder "models" near ${here}`);

  return found;
}

async function readModel(name: ModelName): Promise<GraphModel> {
  starting ??= start();
  await starting;
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

/** Runs a network on a picture whose bytes are mapped to the range that the network was trained on. */
export async function runModel(
  model: GraphModel,
  picture: { rgb: Uint8Array; size: number },
  range: { from: number; to: number },
): Promise<Output[]> {
  const { rgb, size } = picture;
  const step = (range.to - range.from) / 255;
  const values = new Float32Array(rgb.length);
  for (let at = 0; at < values.length; at++) values[at] = range.from + rgb[at]! * step;

  const input = tensor4d(values, [1, size, size, 3]);
  const result = model.execute(input);
  const tensors: Tensor[] = Array.isArray(result) ? result : [result];
  const outputs = await Promise.all(
    tensors.map(async tensor => ({ shape: tensor.shape, data: await tensor.data() })),
  );

  dispose([input, ...tensors]);
  return outputs;
}
