import { cancelled, Refusal } from './refusal.js';
import { fillScreen } from './sheets.js';
import { say } from './words.js';

/** Length of an ad, s. */
const duration = 3;

/** Plays an ad over the whole screen; ends when it is closed after its time. Skipped, a rewarded one is refused. */
export function playAd({ rewarded }) {
  return fillScreen('ad', (view, { resolve, reject }) => {
    view.innerHTML = `
      <span class="ad-mark"></span>
      <div class="ad-art" aria-hidden="true"><i></i><i></i><i></i></div>
      <h2></h2>
      <p class="ad-text"></p>
      <p class="countdown" role="timer"></p>
      <button type="button" class="ad-close"></button>`;
    view.querySelector('.ad-mark').textContent = say('ad.mark');
    view.querySelector('h2').textContent = say('ad.title');
    view.querySelector('.ad-text').textContent = say('ad.text');
    const countdown = view.querySelector('.countdown');
    const close = view.querySelector('.ad-close');
    let left = duration;

    const show = () => {
      countdown.textContent = left > 0 ? say('ad.left', left) : say(rewarded ? 'ad.earned' : 'ad.over');
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
