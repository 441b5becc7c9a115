/** What stands for the placeholders of a workflow. */
export interface WorkflowValues {
  photo: string;
  prompt: string;
  seed: number;
}

/** A workflow in ComfyUI's API format, its placeholders not yet filled. */
export type Workflow = Record<string, unknown>;

/** Reads a workflow; throws a sentence when it is no JSON object or nowhere says `{{photo}}`. */
export function parseWorkflow(text: string): Workflow {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Error('COMFYUI_WORKFLOW is not JSON.', { cause });
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isObject || !text.includes('"{{photo}}"')) {
    throw new Error('COMFYUI_WORKFLOW must be a workflow in API format that loads the picture "{{photo}}".');
  }
  return parsed as Workflow;
}

/** The workflow with `"{{photo}}"`, `"{{prompt}}"` and `"{{seed}}"` replaced wherever one is a whole value. */
export function fillWorkflow(workflow: Workflow, values: WorkflowValues): Workflow {
  const byPlaceholder = new Map<unknown, unknown>(
    Object.entries(values).map(([name, value]) => [`{{${name}}}`, value]),
  );
  return JSON.parse(JSON.stringify(workflow), (_, value) => byPlaceholder.get(value) ?? value) as Workflow;
}
