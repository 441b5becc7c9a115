import nodes from './comfyui-nodes.json';

/** A workflow in ComfyUI's API format. */
export type ApiWorkflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

interface Mistake {
  type: string;
  message: string;
  details: string;
  extra_info: object;
}

interface Verdict {
  /** Null if at least one output is valid. */
  error: Mistake | null;
  node_errors: Record<string, { errors: Mistake[]; dependent_outputs: string[]; class_type: string }>;
  /** Output nodes that will run. */
  outputs: string[];
}

/** An input: its type, with bounds if it is a number, or a list of choices. */
type NodeInput = [type: string | string[], bounds?: { min: number; max: number }];

interface NodeClass {
  input: { required: Record<string, NodeInput>; optional?: Record<string, NodeInput> };
  output: string[];
  output_node: boolean;
}

/**
 * Classes of ComfyUI's core as its `/object_info` lists them: nodes.py and comfy_extras (nodes_qwen, nodes_flux,
 * nodes_cfg, nodes_model_advanced, nodes_sd3, nodes_images) as of 2026. Lists have only the choices that our workflows
 * use.
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
    return refuse(mistake('missing_node_type', message, `Node ID '#${id}'`));
  }
  const ends = Object.keys(workflow).filter(id => nodeClasses[workflow[id]!.class_type]!.output_node);
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
  const failed = mistake('prompt_outputs_failed_validation', 'Prompt outputs failed validation', '');
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
    if (inputs[name] !== undefined) return checkInput(workflow, name, input, inputs[name]);
    return optional[name] ? [] : [mistake('required_input_missing', 'Required input is missing', name)];
  });
  const { image } = inputs;
  if (class_type === 'LoadImage' && typeof image === 'string' && !uploads.has(image)) {
    const message = 'Custom validation failed for node';
    mistakes.push(mistake('custom_validation_failed', message, `image - Invalid image file: ${image}`));
  }
  return mistakes;
}

function checkInput(
  workflow: ApiWorkflow,
  name: string,
  [type, bounds]: NodeInput,
  value: unknown,
): Mistake[] {
  if (Array.isArray(value)) {
    const source = workflow[String(value[0])];
    const received = source && nodeClasses[source.class_type]?.output[Number(value[1])];
    if (received === type) return [];
    const details = `${name}, received_type(${received}) mismatch input_type(${type})`;
    return [mistake('return_type_mismatch', 'Return type mismatch between linked nodes', details)];
  }
  if (Array.isArray(type)) {
    if (type.includes(String(value))) return [];
    return [mistake('value_not_in_list', 'Value not in list', `${name}: '${value}' not in [${type}]`)];
  }
  if (!bounds) return [];
  const number = Number(value);
  if (Number.isNaN(number) || (type === 'INT' && !Number.isInteger(number))) {
    const message = `Failed to convert an input value to a ${type} value`;
    return [mistake('invalid_input_type', message, `${name}, ${value}`)];
  }
  if (number < bounds.min)
    return [mistake('value_smaller_than_min', `Value ${number} smaller than min of ${bounds.min}`, name)];
  if (number > bounds.max)
    return [mistake('value_bigger_than_max', `Value ${number} bigger than max of ${bounds.max}`, name)];
  return [];
}

function mistake(type: string, message: string, details: string): Mistake {
  return { type, message, details, extra_info: {} };
}
