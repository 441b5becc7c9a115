/** A refusal in the words of OSS: HTTP status, code, message, and the further elements some codes carry. */
export class OssError extends Error {
  override readonly name = 'OssError';
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The XML document by which OSS tells a client about a refusal. */
export function errorDocument(error: OssError, requestId: string): string {
  const elements = { Code: error.code, Message: error.message, RequestId: requestId, ...error.details };
  const lines = Object.entries(elements).map(([name, text]) => `  <${name}>${escapeXml(text)}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>\n${lines.join('\n')}\n</Error>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
