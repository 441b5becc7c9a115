/**
 * Makes the templates' pictures with the configured remote generator, each from a different photo of a folder: `npm run
 * previews -- --photos <folder>`. Skips existing pictures unless `--again` is given; to replace a single picture,
 * delete its file. Exits with 1 if a picture failed, and with 2 if the run could not start.
 */
import { readConfig } from '../../server/settings/config.ts';
import { flag, readOptions, text } from '../options.mjs';
import { makePreviews } from './make-previews.ts';

const { photos, again } = readOptions({ photos: text('a folder'), again: flag });
process.umask(0o077);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Stopped: the next run goes on.')));

try {
  if (!photos) throw new Error('--photos must name a folder of photos.');
  const { made, failed } = await makePreviews(readConfig(process.env), {
    photos,
    again,
    report: line => console.warn(line),
    signal: stop.signal,
  });
  console.warn(
    made.length > 0
      ? `${made.length} made: the backend shows them from its next start on.`
      : 'None was made.',
  );
  if (failed.length > 0) console.warn(`Not made: ${failed.join(', ')}. The next run tries them again.`);
  process.exit(failed.length > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(stop.signal.aborted ? 130 : 2);
}
