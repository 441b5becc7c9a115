import { ask } from '../state/overlay.ts';
import { wizard } from '../state/wizard.ts';

/** Shows what the pictures cost, and what will be left of a balance that is known; true when they are to be made. */
export async function confirmCost(balance: number | null, cost: number): Promise<boolean> {
  const title = wizard.templateTitle;
  const choice = await ask({
    title: 'make-pic.confirm',
    rows: [
      ...(title ? [{ label: 'make-pic.template' as const, value: { text: title } }] : []),
      { label: 'make-pic.cost', value: coins(cost) },
      ...(balance === null ? [] : balanceAfter(balance, cost)),
    ],
    choices: [{ value: 'make', label: 'make-pic.make', kind: 'primary' }],
  });
  return choice === 'make';
}

/** What the user has, and what will be left. */
function balanceAfter(balance: number, cost: number) {
  return [
    { label: 'make-pic.balance' as const, value: coins(balance) },
    { label: 'make-pic.remaining' as const, value: coins(balance - cost), strong: true },
  ];
}

function coins(count: number) {
  return { key: 'gold-coins' as const, values: { count } };
}
