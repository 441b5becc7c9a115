/** An OSS error: HTTP status, code, message, and the extra elements of some codes. */
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
