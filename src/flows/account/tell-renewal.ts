import { formatDay, formatMoney } from '../../i18n/format.ts';
import type { Message } from '../../i18n/text-key.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { unixTime } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';
import { note } from '../../state/overlay.ts';
import type { Renewal } from '../../state/session.ts';

/** The time of the last renewal of which this device told the user, Unix seconds. */
const toldRenewal = saved('tyy.renewal', unixTime);

/** Day, price and way out of a renewal. Without a price if the store does not say it. */
export function renewalMessage({ time, price, currency }: Renewal): Message {
  const day = formatDay(time);
  if (price === null) return { key: 'subscription.renews-on', values: { day } };
  return { key: 'subscription.renews-for', values: { day, price: formatMoney(price, currency) } };
}

/** Shows a note, once for each renewal. The screens Me and Subscription show the same words until then. */
export async function tellRenewal(renewal: Renewal): Promise<void> {
  if ((await toldRenewal.read()) === renewal.time) return;
  await toldRenewal.write(renewal.time);
  note(renewalMessage(renewal), { label: 'personal-center.vip', run: () => go(paths.subscription) });
}
