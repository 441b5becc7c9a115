import nodes from './comfyui-nodes.json';

/** A workflow in ComfyUI's API format. */
export type ApiWorkflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

interface Mistake {
  message: string;
  details: string;
}

interface Verdict {
  /** Null if at least one output is valid. */
  error: Mistake | null;
  node_errors: Record<string, { errors: Mistake[]; dependent_outputs: string[]; class_type: string }>;
  /** Output nodes that will run. */
  outputs: string[];
}

/** An input's type with optional bounds for numbers, or its list of choices. */
type NodeInput = [type: string | string[], bounds?: { min: number; max: number }];

interface NodeClass {
  input: { required: Record<string, NodeInput>; optional?: Record<string, NodeInput> };
  output: string[];
  output_node: boolean;
}

/**
 * Node classes of ComfyUI's core as of 2026, in the format of `/object_info`: from nodes.py and comfy_extras
 * (nodes_qwen, nodes_flux, nodes_cfg, nodes_model_advanced, nodes_sd3, nodes_images). An input with choices lists only
 * the choices that our workflows use.
 */
const nodeClasses = nodes as unknown as Record<string, NodeClass>;

/** All model files that deploy/comfyui/README.md installs. */
export const modelFiles: string[] = [
  nodes.UNETLoader.input.required.unet_name,
  nodes.CLIPLoader.input.required.clip_name,
  nodes.VAELoader.input.required.vae_name,
  nodes.LoraLoaderModelOnly.input.required.lora_name,
].flat(2);

/** Validates a workflow by ComfyUI's rules; `uploads` are the files that LoadImage may load. */
export function validateWorkflow(workflow: ApiWorkflow, uploads: Set<string>): Verdict {
  const refuse = (error: Mistake): Verdict => ({ error, node_errors: {}, outputs: [] });
  for (const [id, { class_type }] of Object.entries(workflow)) {
    if (nodeClasses[class_type]) continue;
    const message = `Node '${class_type}' not found. The custom node may not be installed.`;
    return refuse({ message, details: `Node ID '#${id}'` });
  }
  const ends = Object.keys(workflow).filter(id => nodeClasses[workflow[id]!.class_type]!.output_node);
  if (ends.length === 0) return refuse({ message: 'Prompt has no outputs', details: '' });

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
  const failed = { message: 'Prompt outputs failed validation', details: '' };
  return { error: outputs.length > 0 ? null : failed, node_errors, outputs };
}

/** The ids of a node and of all nodes it depends on. */
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
  const { required, optional = {} } = nodeClasses[class_type]!.input;
  const mistakes = Object.entries({ ...required, ...optional }).flatMap(([name, input]) => {
    const message =
      inputs[name] === undefined
        ? !optional[name] && 'Required input is missing'
        : checkInput(workflow, input, inputs[name]);
    return message ? [{ message, details: name }] : [];
  });
  const { image } = inputs;
  if (class_type === 'LoadImage' && typeof image === 'string' && !uploads.has(image))
    mistakes.push({ message: 'Custom validation failed for node', details: `Invalid image file: ${image}` });
  return mistakes;
}

/** Returns the error message for an input's value; null if the value is valid. */
function checkInput(workflow: ApiWorkflow, [type, bounds]: NodeInput, value: unknown): string | null {
  if (Array.isArray(value)) {
    const source = workflow[String(value[0])];
    const received = source && nodeClasses[source.class_type]?.output[Number(value[1])];
    return received === type ? null : `Return type mismatch between linked nodes: ${received}, not ${type}`;
  }
  if (Array.isArray(type)) return type.includes(String(value)) ? null : `Value not in list: ${value}`;
  if (!bounds) return null;
  const number = Number(value);
  if (Number.isNaN(number) || (type === 'INT' && !Number.isInteger(number)))
    return `Failed to convert an input value to a ${type} value: ${value}`;
  const isWithin = bounds.min <= number && number <= bounds.max;
  return isWithin ? null : `Value ${number} not from ${bounds.min} to ${bounds.max}`;
}
