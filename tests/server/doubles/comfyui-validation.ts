import { type NodeInput, nodeClasses } from './comfyui-nodes.ts';

/** A workflow in API format, as a prompt carries it. */
export type ApiWorkflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** One mistake in the words of ComfyUI's API. */
export interface Mistake {
  type: string;
  message: string;
  details: string;
  extra_info: object;
}

/** What a check of a whole workflow finds. */
export interface Verdict {
  /** Null: at least one output can be made. */
  error: Mistake | null;
  node_errors: Record<string, { errors: Mistake[]; dependent_outputs: string[]; class_type: string }>;
  /** The output nodes that will run. */
  outputs: string[];
}

/** Checks a workflow as ComfyUI's server does before it queues it; `uploads` are the pictures that LoadImage finds. */
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

/** A node and all it takes something from. */
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
