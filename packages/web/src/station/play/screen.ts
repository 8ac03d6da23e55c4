/** Where this page plays: a film is seen in it, a sound only heard. */
export const screen = document.createElement('video');
screen.playsInline = true;
screen.className = 'kiosk-film';
