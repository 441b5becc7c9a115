import type { TestBackend } from './backend.ts';

/** Counts the skipped entries of a shop's list. */
export async function passedBy({ services }: TestBackend, channel: string, list: string): Promise<number> {
  const text = await services.metrics.registry.getSingleMetricAsString('tyy_shop_entries_passed_by_total');
  return Number(text.match(new RegExp(`channel="${channel}",list="${list}"} (\\d+)`))?.[1] ?? 0);
}
