import { defaultLanguage, type SentenceKey, type Translations } from '../languages/languages.ts';
import { type SentenceValues, translate } from '../languages/sentence.ts';

/** The codes of the envelope, each with the HTTP status that goes with it. */
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

/** The name of a code. */
export type ErrorName = keyof typeof errorCodes;

/** A refusal that the caller receives: its code and a sentence for the user. */
export class ApiError extends Error {
  readonly code: number;
  readonly statusCode: number;
  readonly text: Translations;

  constructor(name: ErrorName, sentence: SentenceKey, values?: SentenceValues) {
    const text = translate(sentence, values);
    super(text[defaultLanguage]);
    this.name = 'ApiError';
    this.code = errorCodes[name].code;
    this.statusCode = errorCodes[name].status;
    this.text = text;
  }
}

/** There is no room for a call now; the caller may try again after so many seconds, which the sentence names. */
export class Busy extends ApiError {
  readonly seconds: number;

  constructor(name: 'tooManyRequests' | 'overloaded', sentence: SentenceKey, seconds: number) {
    super(name, sentence, { seconds });
    this.seconds = seconds;
  }
}

/** Something that does not exist, or belongs to another user: the response does not say which. */
export function notFound(): ApiError {
  return new ApiError('notFound', 'error.not-found');
}

/** The sentence that says what is wrong with a parameter. */
export type ParameterProblem = Extract<SentenceKey, `parameter.${string}`>;

/** A parameter that is wrong in a way that only the logic can see; the sentence names it. */
export function wrongParameter(name: string, problem: ParameterProblem, values?: SentenceValues): ApiError {
  return new ApiError('wrongParameter', problem, { ...values, name });
}

/** Whether an error is a refusal that stays one however often the same is tried, not a fault that passes. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.statusCode < 500;
}
