import { settings } from './settings.ts';

/** A language of the native sheets. */
export type Language = 'en' | 'zh';

const words = {
  cancel: { en: 'Cancel', zh: '取消' },
  saved: { en: 'Saved to Photos', zh: '已保存到相册' },
  'login.title': { en: 'Continue with Facebook', zh: '使用 Facebook 继续' },
  'login.text': { en: 'The same name opens the same account.', zh: '同一名字进入同一账号。' },
  'login.name': { en: 'Your name', zh: '名字' },
  'login.go': { en: 'Continue', zh: '继续' },
  'login.cancelled': { en: 'You did not sign in', zh: '未登录' },
  'share.go': { en: 'Share', zh: '分享' },
  'pictures.title': { en: 'Add photos', zh: '添加照片' },
  'pictures.camera': { en: 'Take photo', zh: '拍照' },
  'pictures.album': { en: 'Photo library', zh: '从相册选择' },
  'pictures.file': { en: 'Browse this computer…', zh: '浏览本机文件…' },
  'pictures.done': { en: 'Add', zh: '添加' },
  'album.title': { en: 'Choose up to {0}', zh: '最多选择 {0} 张' },
  'album.photo': { en: 'Photo {0}', zh: '照片 {0}' },
  'camera.shutter': { en: 'Take the picture', zh: '拍摄' },
  'ad.mark': { en: 'Ad', zh: '广告' },
  'ad.title': { en: 'Hillside tea', zh: '山间茶' },
  'ad.text': { en: 'Picked by hand. The first cup is on us.', zh: '手工采摘，首杯免费。' },
  'ad.left': { en: '{0} s left', zh: '还剩 {0} 秒' },
  'ad.earned': { en: 'Reward earned', zh: '已获得奖励' },
  'ad.over': { en: 'Thank you for watching', zh: '感谢观看' },
  'ad.skip': { en: 'Skip', zh: '跳过' },
  'ad.close': { en: 'Close', zh: '关闭' },
  'ad.skipped': { en: 'The ad was skipped, so there is no reward', zh: '广告未看完，没有奖励' },
  'pay.title': { en: 'Pay', zh: '付款' },
  'pay.price': { en: '¥{0}', zh: '{0} 元' },
  'pay.go': { en: 'Pay now', zh: '立即付款' },
  'pay.cancelled': { en: 'Payment cancelled', zh: '已取消付款' },
  'pay.unknown': { en: 'The store does not know this product', zh: '商店中没有该商品' },
  'restore.nothing': { en: 'Nothing was bought with this store account', zh: '该账号没有可恢复的购买' },
} satisfies Record<string, Record<Language, string>>;

/** The language of the native sheets, which is the phone's. */
export function language(): Language {
  return settings.language.startsWith('zh') ? 'zh' : 'en';
}

/** A text of the native side in the phone's language; `{0}` is replaced by the value. */
export function say(key: keyof typeof words, value: string | number = ''): string {
  return words[key][language()].replace('{0}', String(value));
}
