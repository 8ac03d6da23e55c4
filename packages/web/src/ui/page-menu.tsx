import { type Language, language, languages } from '../texts/language.ts';
import { sharedTexts } from '../texts/shared.ts';
import { chooseLanguage } from './language.ts';
import { Menu, type MenuGroup } from './menu.tsx';
import { otherPage } from './other-page.ts';
import { chooseTheme, theme, themes } from './theme.ts';

const themeIcons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

export function PageMenu({ groups = [] }: { groups?: readonly MenuGroup[] }) {
  const texts = sharedTexts;
  const other = otherPage.value;
  return (
    <Menu
      label={texts.menu}
      icon="menu"
      groups={[
        ...groups,
        {
          items: [
            ...(other === undefined
              ? []
              : [{ icon: 'arrow' as const, label: texts.pages[other.service], href: other.url }]),
            { icon: 'text', label: texts.description, href: 'api/docs' },
          ],
        },
        {
          title: texts.language.title,
          items: (Object.keys(languages) as Language[]).map((one) => ({
            icon: 'globe',
            label: languages[one],
            lang: one,
            checked: one === language.value,
            run: () => chooseLanguage(one),
          })),
        },
        {
          title: texts.theme.title,
          items: themes.map((one) => ({
            icon: themeIcons[one],
            label: texts.theme[one],
            checked: one === theme.value,
            run: () => chooseTheme(one),
          })),
        },
      ]}
    />
  );
}
