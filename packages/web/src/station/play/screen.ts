/** Visible for films, hidden for sounds. */
export const screen = document.createElement('video');
screen.playsInline = true;
screen.className = 'kiosk-film';
