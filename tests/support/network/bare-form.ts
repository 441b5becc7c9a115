import type { CallName } from '../../../server/contract/calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: data of backends that we did not write.
type Raw = any;

/** Data of a backend that was written from the specification alone. */
const forms: { [Name in CallName]?: (data: Raw) => unknown } = {
  getHomePics: ({ list }) => list,
  getUserInfo: ({ vip_level }) => ({ vip_level: String(vip_level) }),
  getTemplates: ({ list }) =>
    list.map(({ id, title, pic_url }: Raw) => ({ id: String(id), title, pic_url, sort: 1 })),
  getGenerateCost: ({ num }) => ({ num: String(num) }),
  goTrainAndGeneratePic: ({ train_and_generate_info: { train_id, generate_id } }) => ({
    train_and_generate_info: { train_id, generate_id },
  }),
  getTrainAndGenerateResultById: ({ train_and_generate_info: { status } }) => ({ status: String(status) }),
  getTrainAndGenerateResultList: ({ list }) =>
    orNull(list.map(({ train_id, generate_id }: Raw) => ({ train_id, generate_id }))),
  getUserPicsByGenerateId: ({ list }) => list.map(({ pic_url }: Raw) => pic_url),
  getPersonalPics: ({ list }) => ({ list: orNull(list) }),
  getRechargeConfigsList: ({ list }) =>
    list.map(({ id, pay_amount }: Raw) => ({ id: String(id), pay_amount: pay_amount.toFixed(2) })),
  getCoinStatementList: ({ list }) =>
    orNull(
      list.map(({ time, remaining, reason }: Raw) => ({
        time: new Date(time * 1000).toISOString(),
        remaining: String(remaining),
        reason,
      })),
    ),
  adReward: () => undefined,
};

const orNull = (list: unknown[]) => (list.length > 0 ? list : null);

/** The data of a call in the shortest form that the specification allows, as other backends may write them. */
export function inBareForm(name: CallName, data: unknown): unknown {
  return forms[name] ? forms[name](data) : data;
}
