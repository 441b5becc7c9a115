import type { Language } from '../languages/languages.ts';

/** China's standard label, a small mark, or none. */
export type LabelMark = 'standard' | 'small' | '0';

export interface AiLabel {
  mark: LabelMark;
  /** The operator's name or code, in each picture's metadata. */
  producer: string;
}

export interface PicLabel extends AiLabel {
  /** Identifies the picture in its metadata. */
  id: string;
  language: Language;
}

/** Changes if pictures would be labelled differently; only the standard label depends on the language. */
export function labelVersion({ mark, producer }: AiLabel, language: Language): string {
  return `${mark} ${mark === 'standard' ? language : ''} ${producer}`;
}
