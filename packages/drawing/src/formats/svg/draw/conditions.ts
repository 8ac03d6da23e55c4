import type { Scene } from '../scene.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { nonRenderedElements, unsupportedElements } from './undrawn-elements.ts';

const workOfChild = 5;

/** Whether the element requires no unsupported extensions and is for a requested language. */
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

/** Returns the first child whose conditions hold, or a later one if that child cannot be drawn. */
export function chosenChild(scene: Scene, node: XmlNode): XmlNode | undefined {
  let passedOver: XmlNode | undefined;
  for (let child = node.first; child !== undefined; child = child.next) {
    scene.budget.work(workOfChild);
    if (child.name === '#text' || child.foreign || nonRenderedElements.has(child.name)) continue;
    if (!conditionsHold(scene, child)) continue;
    if (!unsupportedElements.has(child.name)) return child;
    passedOver ??= child;
  }
  return passedOver;
}
