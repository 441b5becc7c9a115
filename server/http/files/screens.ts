/** The names of the app's screens in its addresses; Home has none. A test compares them with the app's own. */
export const screens = [
  '',
  'make-pic',
  'making',
  'personal-center',
  'pic-list',
  'pic',
  'setting',
  'apps',
  'recharge',
  'coin-flow',
  'subscription',
  'privacy',
  'term',
];
