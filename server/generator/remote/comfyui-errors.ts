export type ExecutionMessage = [event: string, data: Record<string, unknown>];

interface NodeErrors {
  [id: string]: { class_type?: string; errors?: { message?: string; details?: string }[] };
}

/** Maximum length of a reason in characters, to keep log lines readable. */
const longest = 1000;

/** The reason why a prompt failed. Skips messages that are not about the failure, which are the majority. */
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

/** The errors that ComfyUI found in a workflow, as listed in its response body. */
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

export function nodeErrorsOf(nodeErrors: NodeErrors): string[] {
  return Object.entries(nodeErrors).flatMap(([id, { class_type, errors = [] }]) =>
    errors.map(error => `${class_type} (node ${id}): ${sentenceOf(error)}`),
  );
}

function sentenceOf({ message, details }: { message?: string; details?: string }): string {
  return [message, details].filter(Boolean).join(': ');
}
