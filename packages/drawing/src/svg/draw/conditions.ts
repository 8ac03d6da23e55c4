import type { Scene } from '../scene.ts';
import type { XmlNode } from '../xml/xml-document.ts';

/** Whether an element is for us: no program extensions that we lack, and a language that is wanted. */
export function conditionsHold(scene: Scene, node: XmlNode): boolean {
  const { document } = scene;
  const extensions = document.indexOf(node, 'requiredExtensions');
  if (extensions >= 0) return false;
  const languages = document.indexOf(node, 'systemLanguage');
  if (languages < 0) return true;
  scene.budget.work(document.valueAt(languages).length * 10);
  const wanted = scene.settings.language.toLowerCase();
  return document
    .valueAt(languages)
    .split(',')
    .map((language) => language.trim().toLowerCase())
    .some(
      (language) =>
        language === wanted || language.startsWith(`${wanted}-`) || wanted.startsWith(`${language}-`),
    );
}
