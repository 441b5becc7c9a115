import type { Message } from '../i18n/text-key.ts';
import { ask, type Question } from './overlay.ts';

/** Asks a question that has one button. Returns true if the user presses it, and false if the user closes the question. */
export async function userAgrees(
  question: Omit<Question, 'choices'>,
  label: Message,
  kind: 'primary' | 'danger' = 'primary',
): Promise<boolean> {
  return (await ask({ ...question, choices: [{ value: 'yes', label, kind }] })) !== null;
}
