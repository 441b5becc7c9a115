/** A workflow in API format, as in a prompt. */
export type ApiWorkflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** A validation error as in ComfyUI's API. */
export interface Mistake {
  type: string;
  message: string;
  details: string;
  extra_info: object;
}

/** Result of the validation of a workflow. */
export interface Verdict {
  /** Null if at least one output is valid. */
  error: Mistake | null;
  node_errors: Record<string, { errors: Mistake[]; dependent_outputs: string[]; class_type: string }>;
  /** Output nodes that will run. */
  outputs: string[];
}

/** Validates a workflow like ComfyUI before it queues it; `uploads` are the files for LoadImage. */
export function validateWorkflow(workflow: ApiWorkflow, uploads: Set<string>): Verdict {
  const refuse = (error: Mistake): Verdict => ({ error, node_errors: {}, outputs: [] });
  for (const [id, { class_type }] of Object.entries(workflow)) {
    if (nodeClasses[class_type]) continue;
    return refuse(
      mistake(
        'missing_node_type',
        `Node '${class_type}' not found. The custom node may not be installed.`,
        `Node ID '#${id}'`,
      ),
    );
  }
  const ends = Object.keys(workflow).filter(id => nodeClasses[workflow[id]!.class_type]!.isOutput);
  if (ends.length === 0) return refuse(mistake('prompt_no_outputs', 'Prompt has no outputs', ''));

  const node_errors: Verdict['node_errors'] = {};
  const outputs = ends.filter(end => {
    const broken = reach(workflow, end)
      .map(id => ({ id, errors: checkNode(workflow, id, uploads) }))
      .filter(({ errors }) => errors.length > 0);
    for (const { id, errors } of broken) {
      node_errors[id] ??= { errors, dependent_outputs: [], class_type: workflow[id]!.class_type };
      node_errors[id].dependent_outputs.push(end);
    }
    return broken.length === 0;
  });
  const error =
    outputs.length > 0
      ? null
      : mistake('prompt_outputs_failed_validation', 'Prompt outputs failed validation', '');
  return { error, node_errors, outputs };
}

/** A node and all nodes it depends on. */
function reach(workflow: ApiWorkflow, end: string): string[] {
  const found = new Set([end]);
  for (const id of found) {
    for (const value of Object.values(workflow[id]?.inputs ?? {})) {
      if (Array.isArray(value) && workflow[String(value[0])]) found.add(String(value[0]));
    }
  }
  return [...found];
}

function checkNode(workflow: ApiWorkflow, id: string, uploads: Set<string>): Mistake[] {
  const { class_type, inputs } = workflow[id]!;
  const wanted = Object.entries(nodeClasses[class_type]!.inputs);
  const mistakes = wanted.flatMap(([name, input]) => checkInput(workflow, name, input, inputs[name]));
  const image = inputs.image;
  if (class_type === 'LoadImage' && typeof image === 'string' && !uploads.has(image)) {
    mistakes.push(
      mistake(
        'custom_validation_failed',
        'Custom validation failed for node',
        `image - Invalid image file: ${image}`,
      ),
    );
  }
  return mistakes;
}

function checkInput(workflow: ApiWorkflow, name: string, input: NodeInput, value: unknown): Mistake[] {
  if (value === undefined) {
    return input.isOptional ? [] : [mistake('required_input_missing', 'Required input is missing', name)];
  }
  if (Array.isArray(value)) {
    if (value.length !== 2) return [mistake('bad_linked_input', 'Bad linked input', name)];
    const source = workflow[String(value[0])];
    const type = source && nodeClasses[source.class_type]?.outputs[Number(value[1])];
    if (type === input.type) return [];
    const details = `${name}, received_type(${type}) mismatch input_type(${input.type})`;
    return [mistake('return_type_mismatch', 'Return type mismatch between linked nodes', details)];
  }
  if (input.options) {
    if (input.options.includes(String(value))) return [];
    return [
      mistake('value_not_in_list', 'Value not in list', `${name}: '${value}' not in [${input.options}]`),
    ];
  }
  if (input.type === 'STRING' || input.type === 'BOOLEAN') return [];
  const number = Number(value);
  if (Number.isNaN(number) || (input.type === 'INT' && !Number.isInteger(number))) {
    const message = `Failed to convert an input value to a ${input.type} value`;
    return [mistake('invalid_input_type', message, `${name}, ${value}`)];
  }
  if (number < (input.min ?? number)) {
    return [mistake('value_smaller_than_min', `Value ${number} smaller than min of ${input.min}`, name)];
  }
  if (number > (input.max ?? number)) {
    return [mistake('value_bigger_than_max', `Value ${number} bigger than max of ${input.max}`, name)];
  }
  return [];
}

function mistake(type: string, message: string, details: string): Mistake {
  return { type, message, details, extra_info: {} };
}

/** An input of a node class: a link of this type, or a value within bounds or from a list. */
export interface NodeInput {
  type: string;
  isOptional?: boolean;
  min?: number;
  max?: number;
  options?: readonly string[];
}

/** A node class: its inputs, the types of its outputs, and whether it is an output node. */
export interface NodeClass {
  inputs: Record<string, NodeInput>;
  outputs: readonly string[];
  isOutput?: boolean;
}

const link = (type: string): NodeInput => ({ type });
const optional = (input: NodeInput): NodeInput => ({ ...input, isOptional: true });
const number = (type: 'INT' | 'FLOAT', min: number, max: number): NodeInput => ({ type, min, max });
const choice = (...options: string[]): NodeInput => ({ type: 'COMBO', options });
const text: NodeInput = { type: 'STRING' };
const largestSide = 16_384;

/** The model files of deploy/comfyui/README.md, as a server with all of them lists them. */
export const modelFiles = {
  diffusion_models: ['qwen_image_edit_2511_fp8mixed.safetensors'],
  text_encoders: ['qwen_2.5_vl_7b_fp8_scaled.safetensors'],
  vae: ['qwen_image_vae.safetensors'],
  loras: ['Qwen-Image-Edit-2511-Lightning-4steps-V1.0-bf16.safetensors'],
} as const;

/**
 * Classes of ComfyUI's core with inputs and outputs, copied from nodes.py and comfy_extras (nodes_qwen, nodes_flux,
 * nodes_cfg, nodes_model_advanced, nodes_sd3, nodes_images) as of 2026. Lists of choices contain only those our
 * workflows use.
 */
const nodeClasses: Record<string, NodeClass> = {
  // Not a choice from a list: the double checks its uploads, as VALIDATE_INPUTS does.
  LoadImage: { inputs: { image: text }, outputs: ['IMAGE', 'MASK'] },
  FluxKontextImageScale: { inputs: { image: link('IMAGE') }, outputs: ['IMAGE'] },
  ImageAddNoise: {
    inputs: { image: link('IMAGE'), seed: number('INT', 0, 2 ** 64), strength: number('FLOAT', 0, 1) },
    outputs: ['IMAGE'],
  },
  ImageScale: {
    inputs: {
      image: link('IMAGE'),
      upscale_method: choice('nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'),
      width: number('INT', 0, largestSide),
      height: number('INT', 0, largestSide),
      crop: choice('disabled', 'center'),
    },
    outputs: ['IMAGE'],
  },
  UNETLoader: {
    inputs: {
      unet_name: choice(...modelFiles.diffusion_models),
      weight_dtype: choice('default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2'),
    },
    outputs: ['MODEL'],
  },
  CLIPLoader: {
    inputs: {
      clip_name: choice(...modelFiles.text_encoders),
      type: choice('stable_diffusion', 'sd3', 'flux2', 'qwen_image'),
      device: optional(choice('default', 'cpu')),
    },
    outputs: ['CLIP'],
  },
  VAELoader: { inputs: { vae_name: choice(...modelFiles.vae) }, outputs: ['VAE'] },
  LoraLoaderModelOnly: {
    inputs: {
      model: link('MODEL'),
      lora_name: choice(...modelFiles.loras),
      strength_model: number('FLOAT', -100, 100),
    },
    outputs: ['MODEL'],
  },
  ModelSamplingAuraFlow: {
    inputs: { model: link('MODEL'), shift: number('FLOAT', 0, 100) },
    outputs: ['MODEL'],
  },
  CFGNorm: {
    inputs: {
      model: link('MODEL'),
      strength: number('FLOAT', 0, 100),
      pre_cfg: optional({ type: 'BOOLEAN' }),
    },
    outputs: ['MODEL'],
  },
  TextEncodeQwenImageEditPlus: {
    inputs: {
      clip: link('CLIP'),
      prompt: text,
      vae: optional(link('VAE')),
      image1: optional(link('IMAGE')),
      image2: optional(link('IMAGE')),
      image3: optional(link('IMAGE')),
    },
    outputs: ['CONDITIONING'],
  },
  FluxKontextMultiReferenceLatentMethod: {
    inputs: {
      conditioning: link('CONDITIONING'),
      reference_latents_method: choice('offset', 'index', 'uxo/uno', 'index_timestep_zero'),
    },
    outputs: ['CONDITIONING'],
  },
  EmptySD3LatentImage: {
    inputs: {
      width: number('INT', 16, largestSide),
      height: number('INT', 16, largestSide),
      batch_size: number('INT', 1, 4096),
    },
    outputs: ['LATENT'],
  },
  KSampler: {
    inputs: {
      model: link('MODEL'),
      seed: number('INT', 0, 2 ** 64),
      steps: number('INT', 1, 10_000),
      cfg: number('FLOAT', 0, 100),
      sampler_name: choice('euler', 'dpmpp_2m', 'res_multistep'),
      scheduler: choice('simple', 'normal', 'karras', 'beta'),
      positive: link('CONDITIONING'),
      negative: link('CONDITIONING'),
      latent_image: link('LATENT'),
      denoise: number('FLOAT', 0, 1),
    },
    outputs: ['LATENT'],
  },
  VAEDecode: { inputs: { samples: link('LATENT'), vae: link('VAE') }, outputs: ['IMAGE'] },
  SaveImage: { inputs: { images: link('IMAGE'), filename_prefix: text }, outputs: [], isOutput: true },
  PreviewImage: { inputs: { images: link('IMAGE') }, outputs: [], isOutput: true },
};
