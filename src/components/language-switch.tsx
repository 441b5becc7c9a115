import { changeLanguage } from '../flows/app/change-language.ts';
import { languages } from '../i18n/languages.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './language-switch.module.css';

export function LanguageSwitch() {
  const { language } = useText();
  return languages
    .filter(({ code }) => code !== language)
    .map(({ code, name, lang }) => (
      <button
        key={code}
        type="button"
        lang={lang}
        className={styles.language}
        onClick={() => changeLanguage(code)}
      >
        {name}
      </button>
    ));
}
