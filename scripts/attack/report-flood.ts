import { type Attack, times } from './attack-type.ts';

/** Most reports that may be counted, in the two minutes that the attack may touch. */
const mostCounted = 2 * 1_200;

/** A report that differs from all others. */
function reportOf(index: number): string {
  const frames = [{ file: `script-${index}.js`, line: 1, column: 1 }];
  const errors = times(5).map(error => ({ name: `Error${index}_${error}`, place: `call${index}`, frames }));
  const steps = [{ step: 'preview', template: 1_000_000 + index }];
  return JSON.stringify({
    version: `1.${index}`,
    host: 'browser',
    screen: `screen-${letters(index)}`,
    errors,
    steps,
  });
}

/** Writes a number with letters only. */
const letters = (index: number) => index.toString(16).replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!);

/** Metric series about client reports, and the number of counted reports. */
async function seriesOf(origin: string): Promise<{ count: number; counted: number }> {
  const text = await fetch(`${origin}/metrics`).then(response => response.text());
  const series = text.split('\n').filter(line => /^tyy_(client_|steps_)\w+[{ ]/.test(line));
  const pages = series.filter(line => line.startsWith('tyy_client_pages_total'));
  return {
    count: series.length,
    counted: pages.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0),
  };
}

/** A flood of made-up client reports from a thousand addresses; some too long, some truncated. */
export const reportFlood: Attack = {
  name: 'made-up reports of a thousand addresses',
  moreMemory: 150,
  async prepare({ origin, isShort, tally }) {
    const count = isShort ? 2_000 : 10_000;
    const before = await seriesOf(origin);
    const send = (index: number, body: string) => {
      const headers = {
        'content-type': 'text/plain',
        'x-forwarded-for': `198.51.${Math.floor(index / 250) % 4}.${index % 250}`,
      };
      return tally.add(fetch(`${origin}/v1/clientReport`, { method: 'POST', body, headers }));
    };
    const bodies = (index: number) => {
      const report = reportOf(index);
      if (index % 10 === 8) return report + ' '.repeat(100_000);
      return index % 10 === 9 ? report.slice(0, -20) : report;
    };
    return async () => {
      // Thousands at once would have to wait for this process.
      for (let sent = 0; sent < count; sent += 100)
        await Promise.all(times(100).map(index => send(sent + index, bodies(sent + index))));
      const after = await seriesOf(origin);
      if (after.counted - before.counted > mostCounted) throw new Error(`${after.counted} reports counted`);
      if (after.count - before.count > 200) throw new Error(`${after.count} series were made`);
      if (!tally.counts.has('413') || !tally.counts.has('400')) throw new Error('odd reports were taken');
    };
  },
};
