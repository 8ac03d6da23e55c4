const side = 800;
const count = 6;

const corners = (index) => {
  const left = index * 2 * side;
  return [
    { x: left, y: 0 },
    { x: left + side, y: 0 },
    { x: left + side, y: side },
    { x: left, y: side },
    { x: left, y: 0 },
  ];
};

/** Corners of squares in a row; the pen is up between the squares. */
export const squares = Array.from({ length: count }, (_, index) => corners(index));

export const squareCommands = squares.flatMap((points) => {
  const [first, ...rest] = points.map(({ x, y }) => `MOVE X${x} Y${y}`);
  return [first, 'PENDOWN', ...rest, 'PENUP'];
});
