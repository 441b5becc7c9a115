/** A node in ComfyUI's API format. An input is a value, or a link `[node id, output slot]`. */
interface WorkflowNode {
  class_type: string;
  inputs: Record<string, unknown>;
}

/** Nodes by id in ComfyUI's API format. Placeholders are not filled in yet. */
export type Workflow = Record<string, WorkflowNode>;

export interface WorkflowValues {
  /** Names of uploaded pictures: the front photo and two other photos. */
  photo: string;
  photo2: string;
  photo3: string;
  prompt: string;
  seed: number;
  /** Size of the pic in pixels. */
  width: number;
  height: number;
}

const known = new Set<string>([
  'photo',
  'photo2',
  'photo3',
  'prompt',
  'seed',
  'width',
  'height',
] satisfies (keyof WorkflowValues)[]);

const placeholder = /\{\{([^{}]*)\}\}/g;

/** Despite its name, this node type does not save pictures but sends them to a WebSocket. */
const storesNothing = 'SaveImageWebsocket';

/**
 * Parses a workflow. Throws an error with advice if the workflow cannot make a job's pics. `name` is used in the
 * message.
 */
export function parseWorkflow(text: string, name: string): Workflow {
  const parsed = parseJson(text, name);
  if (Array.isArray(parsed.nodes)) {
    throw new Error(
      `${name} is a workflow in the format of ComfyUI's editor: export it with "Workflow > Export (API)".`,
    );
  }
  for (const [id, node] of Object.entries(parsed)) {
    if (!isObject(node) || typeof node.class_type !== 'string' || !isObject(node.inputs)) {
      throw new Error(
        `${name}: node "${id}" needs class_type and inputs: export the workflow with "Workflow > Export (API)".`,
      );
    }
  }
  const workflow = parsed as Workflow;
  checkPlaceholders(workflow, name);
  checkLinks(workflow, name);
  checkPictures(workflow, name);
  return workflow;
}

/** Replaces placeholders. If an input is nothing but a placeholder, the value keeps its type, e.g. a number. */
export function fillWorkflow(workflow: Workflow, values: WorkflowValues): Workflow {
  const byName = values as unknown as Record<string, string | number>;
  const fill = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const whole = /^\{\{([^{}]*)\}\}$/.exec(value);
    if (whole) return byName[whole[1]!];
    return value.replaceAll(placeholder, (_, name: string) => String(byName[name]));
  };
  const filled = Object.entries(workflow).map(([id, node]) => {
    const inputs = Object.entries(node.inputs).map(([input, value]) => [input, fill(value)]);
    return [id, { ...node, inputs: Object.fromEntries(inputs) }];
  });
  return Object.fromEntries(filled);
}

function parseJson(text: string, name: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is not JSON: export the workflow with "Workflow > Export (API)".`, { cause });
  }
  if (!isObject(parsed)) {
    throw new Error(`${name} is no workflow: export one with "Workflow > Export (API)".`);
  }
  return parsed;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeholdersOf({ inputs }: WorkflowNode): string[] {
  const texts = Object.values(inputs).filter(value => typeof value === 'string');
  return texts.flatMap(text => [...text.matchAll(placeholder)].map(match => match[1]!));
}

function checkPlaceholders(workflow: Workflow, name: string): void {
  for (const [id, node] of Object.entries(workflow)) {
    const unknown = placeholdersOf(node).find(candidate => !known.has(candidate));
    if (unknown === undefined) continue;
    const names = [...known].map(one => `{{${one}}}`).join(', ');
    throw new Error(`${name}: node "${id}" has the unknown placeholder {{${unknown}}}: use one of ${names}.`);
  }
}

/** The inputs that are links to other nodes. */
function linksOf({ inputs }: WorkflowNode): [input: string, id: string][] {
  return Object.entries(inputs).flatMap(([input, value]) =>
    Array.isArray(value) && value.length === 2 && Number.isInteger(value[1])
      ? [[input, String(value[0])] as [string, string]]
      : [],
  );
}

function checkLinks(workflow: Workflow, name: string): void {
  for (const [id, node] of Object.entries(workflow)) {
    const broken = linksOf(node).find(([, from]) => !workflow[from]);
    if (!broken) continue;
    throw new Error(
      `${name}: "${broken[0]}" of node "${id}" comes from node "${broken[1]}", which is not there.`,
    );
  }
}

/** Throws unless the saved pictures depend on both the photo and the seed. */
function checkPictures(workflow: Workflow, name: string): void {
  const savers = Object.keys(workflow).filter(id => {
    const { class_type } = workflow[id]!;
    return /save/i.test(class_type) && class_type !== storesNothing;
  });
  if (savers.length === 0) {
    throw new Error(
      `${name} saves no picture: end it with a SaveImage node (PreviewImage keeps nothing for long).`,
    );
  }
  const used = sourcesOf(workflow, savers);
  const placeholders = new Set([...used].flatMap(id => placeholdersOf(workflow[id]!)));
  if (!placeholders.has('photo')) {
    throw new Error(
      `${name} makes its saved picture without the photo: load "{{photo}}" in a LoadImage node.`,
    );
  }
  if (!placeholders.has('seed')) {
    throw new Error(
      `${name} would make the same picture each time: put "{{seed}}" in as the seed of its sampler.`,
    );
  }
}

/** All nodes whose results these nodes use, directly or indirectly, without the nodes themselves. */
function sourcesOf(workflow: Workflow, ids: string[]): Set<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const [, from] of linksOf(workflow[id]!)) {
      if (found.has(from)) continue;
      found.add(from);
      open.push(from);
    }
  }
  return found;
}
