import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { dispose, ready, setBackend, type Tensor, tensor4d } from '@tensorflow/tfjs-core';

/** The networks of the folder `models` that every photo needs. */
export interface Models {
  face: GraphModel;
  mesh: GraphModel;
  person: GraphModel;
}

/** A result of a network: its shape and its numbers. */
export interface Output {
  shape: number[];
  data: ArrayLike<number>;
}

let loading: Promise<Models> | undefined;
let loadingIdentity: Promise<GraphModel> | undefined;

/** Loads the networks once for the process (or the worker thread). */
export function loadModels(): Promise<Models> {
  loading ??= load();
  return loading;
}

/** Loads the network that tells people apart, once and only where faces are compared. */
export function loadIdentityModel(): Promise<GraphModel> {
  loadingIdentity ??= loadModels().then(() => loadModel(modelFolder(), 'faceres'));
  return loadingIdentity;
}

async function load(): Promise<Models> {
  const wasmFile = createRequire(import.meta.url).resolve(
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
  );

  setWasmPaths(`${dirname(wasmFile)}/`);
  await setBackend('wasm');
  await ready();

  const folder = modelFolder();
  const [face, mesh, person] = await Promise.all(
    ['blazeface', 'facemesh', 'selfie'].map(name => loadModel(folder, name)),
  );

  return { face: face!, mesh: mesh!, person: person! };
}

/** The source has the models one folder up from here; the build copies them beside the bundle, whose chunks may lie a folder deeper. */
function modelFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, 'models'), join(here, '..', 'models')].find(existsSync);

  if (!found)
    throw new Error(`The models of the picture generator are missing: no folder "models" near ${here}`);

  return found;
}

async function loadModel(folder: string, name: string): Promise<GraphModel> {
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
  const values = Float32Array.from(rgb, byte => range.from + byte * step);

  const input = tensor4d(values, [1, size, size, 3]);
  const result = model.execute(input);
  const tensors: Tensor[] = Array.isArray(result) ? result : [result];
  const outputs = await Promise.all(
    tensors.map(async tensor => ({ shape: tensor.shape, data: await tensor.data() })),
  );

  dispose([input, ...tensors]);
  return outputs;
}
