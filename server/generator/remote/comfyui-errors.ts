export type ExecutionMessage = [event: string, data: Record<string, unknown>];

interface NodeErrors {
  [id: string]: { class_type?: string; errors?: { message?: string; details?: string }[] };
}

/** Longest reason in characters, so that a line of the log stays readable. */
const longest = 1000;

/** The reason why a prompt failed. Most of the messages are not about the failure. */
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

/** The mistakes that ComfyUI found in a workflow, as listed in the body of its response. */
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

/** A text for each mistake. */
export function nodeErrorsOf(nodeErrors: NodeErrors): string[] {
  return Object.entries(nodeErrors).flatMap(([id, { class_type, errors = [] }]) =>
    errors.map(error => `${class_type} (node ${id}): ${sentenceOf(error)}`),
  );
}

function sentenceOf({ message, details }: { message?: string; details?: string }): string {
  return [message, details].filter(Boolean).join(': ');
}
