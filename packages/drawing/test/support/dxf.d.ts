declare module 'dxf' {
  export class Helper {
    constructor(text: string);
    toPolylines(): unknown;
  }
}
