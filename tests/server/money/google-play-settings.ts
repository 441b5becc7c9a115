import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GooglePlayDouble, googlePlayApp } from '../doubles/google-play-double.ts';

/** The settings of a backend that sells through this store; their file lies in the folder. */
export async function googlePlaySettings(
  google: GooglePlayDouble,
  folder: string,
): Promise<Record<string, string>> {
  const GOOGLE_PLAY_KEY = join(folder, 'google-play.json');
  await writeFile(GOOGLE_PLAY_KEY, google.keyFile);
  const { origin } = google.http;
  return { ...googlePlayApp, GOOGLE_PLAY_KEY, GOOGLE_PLAY_API: origin, GOOGLE_KEYS: `${origin}/keys` };
}
