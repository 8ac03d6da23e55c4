/** What the station page says. */
export const stationTexts = {
  kind: 'Base station',
};
