import { inside } from './element.ts';
import { cancelled, Refusal } from './refusal.ts';
import { fillScreen } from './sheets.ts';
import { say } from './words.ts';

/** Length of an ad, s. */
const duration = 3;

/** Plays an ad over the whole screen; ends when it is closed after its time. Skipped, a rewarded one is refused. */
export function playAd({ rewarded }: { rewarded: boolean }): Promise<void> {
  return fillScreen<void>('ad', (view, { resolve, reject }) => {
    view.innerHTML = `
      <span class="ad-mark"></span>
      <div class="ad-art" aria-hidden="true"><i></i><i></i><i></i></div>
      <h2></h2>
      <p class="ad-text"></p>
      <p class="countdown" role="timer"></p>
      <button type="button" class="ad-close"></button>`;
    inside(view, '.ad-mark').textContent = say('ad.mark');
    inside(view, 'h2').textContent = say('ad.title');
    inside(view, '.ad-text').textContent = say('ad.text');
    const countdown = inside(view, '.countdown');
    const close = inside(view, '.ad-close');
    let left = duration;

    const show = () => {
      const over = say(rewarded ? 'ad.earned' : 'ad.over');
      countdown.textContent = left > 0 ? say('ad.left', left) : over;
      close.textContent = say(left > 0 ? 'ad.skip' : 'ad.close');
    };
    const timer = setInterval(() => {
      left--;
      show();
      if (left === 0) clearInterval(timer);
    }, 1000);
    close.addEventListener('click', () => {
      clearInterval(timer);
      if (left > 0 && rewarded) reject(new Refusal(cancelled, say('ad.skipped')));
      else resolve();
    });
    show();
  });
}
