/** The build creates these modules from the SVG fonts of the package `hersheytext`. */
export const lineFonts = {
  tech: { title: 'EMS Tech', source: () => import('./generated/EMSTech.ts') },
  felix: { title: 'EMS Felix', source: () => import('./generated/EMSFelix.ts') },
  elfin: { title: 'EMS Elfin', source: () => import('./generated/EMSElfin.ts') },
  nixish: { title: 'EMS Nixish', source: () => import('./generated/EMSNixish.ts') },
  readability: { title: 'EMS Readability', source: () => import('./generated/EMSReadability.ts') },
  allure: { title: 'EMS Allure', source: () => import('./generated/EMSAllure.ts') },
  script: { title: 'Hershey Script', source: () => import('./generated/HersheyScript1.ts') },
  serif: { title: 'Hershey Serif', source: () => import('./generated/HersheySerifMed.ts') },
  gothic: { title: 'Hershey Gothic', source: () => import('./generated/HersheyGothEnglish.ts') },
} as const;

export type LineFontName = keyof typeof lineFonts;
