import {
  defaultLanguage,
  type SentenceKey,
  type SentenceValues,
  type Translations,
  translate,
} from '../languages/languages.ts';

export const errorCodes = {
  internal: { code: 1000, status: 500 },
  loginRefused: { code: 1001, status: 200 },
  tokenMissing: { code: 1002, status: 401 },
  notFound: { code: 1003, status: 404 },
  wrongAddress: { code: 1003, status: 403 },
  wrongParameter: { code: 1004, status: 400 },
  tooManyRequests: { code: 1005, status: 429 },
  overloaded: { code: 1005, status: 503 },
  notEnoughCoins: { code: 2_218_020, status: 200 },
  consentMissing: { code: 2_218_040, status: 200 },
  photosRefused: { code: 2_218_030, status: 200 },
} as const;

export type ErrorName = keyof typeof errorCodes;

export class ApiError extends Error {
  readonly code: number;
  readonly statusCode: number;
  readonly text: Translations;
  /** Name of the wrong parameter, for the log; users see only `text`. */
  readonly parameter?: string;

  constructor(name: ErrorName, sentence: SentenceKey, values?: SentenceValues, parameter?: string) {
    const text = translate(sentence, values);
    super(text[defaultLanguage]);
    this.name = 'ApiError';
    if (parameter !== undefined) this.parameter = parameter;
    this.code = errorCodes[name].code;
    this.statusCode = errorCodes[name].status;
    this.text = text;
  }
}

/** A limit is reached for now: the caller's own, or the server's. The caller may retry after `seconds`. */
export class Busy extends ApiError {
  readonly seconds: number;

  constructor(name: 'tooManyRequests' | 'overloaded', sentence: SentenceKey, seconds: number) {
    super(name, sentence, { seconds });
    this.seconds = seconds;
  }
}

/** For missing things and for other users' things: the response is the same, so it does not reveal which exist. */
export function notFound(): ApiError {
  return new ApiError('notFound', 'error.not-found');
}

export type ParameterProblem = Extract<SentenceKey, `parameter.${string}`>;

/**
 * For invalid values that the call's schema does not refuse. A problem's sentence contains the parameter's name
 * (`{name}`) only if users cannot cause the problem.
 */
export function wrongParameter(name: string, problem: ParameterProblem, values?: SentenceValues): ApiError {
  return new ApiError('wrongParameter', problem, { ...values, name }, name);
}

/** True for API errors with an HTTP status below 500; false for faults, after which a retry may succeed. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.statusCode < 500;
}
