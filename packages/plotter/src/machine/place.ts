/** Where the machine is and how its pen is, as far as that is known. */
export interface Place {
  position: { x: number; y: number } | null;
  pen: 'up' | 'down' | null;
}
