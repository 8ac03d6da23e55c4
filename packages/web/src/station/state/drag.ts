const fileType = 'application/x-stationery-file';

export function carryFile(event: DragEvent, filename: string): void {
  event.dataTransfer?.setData(fileType, filename);
  if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'link';
}

export function carriesCardFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes(fileType) ?? false;
}

export function carriedFile({ dataTransfer }: DragEvent): string | undefined {
  return dataTransfer?.getData(fileType) || undefined;
}
