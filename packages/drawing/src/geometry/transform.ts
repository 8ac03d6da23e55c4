/** x′ = a·x + c·y + e, y′ = b·x + d·y + f */
export interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}
