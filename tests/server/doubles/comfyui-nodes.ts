/** An input of a node class: a link of this type, or a value within bounds or out of a list. */
export interface NodeInput {
  type: string;
  isOptional?: boolean;
  min?: number;
  max?: number;
  options?: readonly string[];
}

/** A node class: its inputs, the types of its output slots, and whether it makes a prompt worth running. */
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

/** The model files of deploy/comfyui/README.md, as a server that has them all would list them. */
export const modelFiles = {
  diffusion_models: ['qwen_image_edit_2511_fp8mixed.safetensors'],
  text_encoders: ['qwen_2.5_vl_7b_fp8_scaled.safetensors'],
  vae: ['qwen_image_vae.safetensors'],
  loras: ['Qwen-Image-Edit-2511-Lightning-4steps-V1.0-bf16.safetensors'],
} as const;

/**
 * Classes of ComfyUI's core with their inputs and outputs, written down from nodes.py and comfy_extras (nodes_qwen,
 * nodes_flux, nodes_cfg, nodes_model_advanced, nodes_sd3, nodes_images) as of 2026. Lists of choices hold what our
 * workflows use.
 */
export const nodeClasses: Record<string, NodeClass> = {
  // The file is not chosen from a list here: the double looks into its uploads, as VALIDATE_INPUTS does.
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
