/** An entry of a prompt's messages: what happened and its data. */
export type ExecutionMessage = [event: string, data: Record<string, unknown>];

interface NodeErrors {
  [id: string]: { class_type?: string; errors?: { message?: string; details?: string }[] };
}

/** Longer reasons are cut: a line of the log should stay readable. */
const longest = 1000;

/** Why a prompt ended without success, out of its messages; most of these are about its start. */
export function reasonOf(messages: ExecutionMessage[]): string {
  for (const [event, data] of messages) {
    const where = `${data.node_type} (node ${data.node_id})`;
    if (event === 'execution_error') {
      const message = String(data.exception_message).trim();
      return `${where}: ${data.exception_type}: ${message}`.slice(0, longest);
    }
    if (event === 'execution_interrupted') return `${where}: it was interrupted at the server`;
  }
  return 'the server gave no reason';
}

/** What ComfyUI found wrong with a workflow, out of the body with which it refused it. */
export function refusalOf(body: string): string {
  try {
    const { error, node_errors = {} } = JSON.parse(body) as {
      error?: { message?: string; details?: string };
      node_errors?: NodeErrors;
    };
    const parts = [sentenceOf(error ?? {}), ...nodeErrorsOf(node_errors)].filter(Boolean);
    return (parts.join('; ') || body).slice(0, longest);
  } catch {
    return body.slice(0, longest);
  }
}

/** One text a mistake in a node; empty when there is none. */
export function nodeErrorsOf(nodeErrors: NodeErrors): string[] {
  return Object.entries(nodeErrors).flatMap(([id, { class_type, errors = [] }]) =>
    errors.map(error => `${class_type} (node ${id}): ${sentenceOf(error)}`),
  );
}

function sentenceOf({ message, details }: { message?: string; details?: string }): string {
  return [message, details].filter(Boolean).join(': ');
}
