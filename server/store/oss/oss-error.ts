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
