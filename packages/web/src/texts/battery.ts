import { bundledTexts } from './catalogue.ts';

const batteryEnglish = {
  level: (percent: number) => `Battery ${percent} %`,
  charging: (percent: number) => `Battery ${percent} %, charging`,
  low: (percent: number) => `Battery ${percent} %. Connect the charger.`,
};

const batteryGerman: typeof batteryEnglish = {
  level: (percent) => `Akku ${percent} %`,
  charging: (percent) => `Akku ${percent} %, lädt`,
  low: (percent) => `Akku ${percent} %. Schließen Sie das Ladegerät an.`,
};

export const batteryTexts = bundledTexts({ en: batteryEnglish, de: batteryGerman });
