/** The list of contents in the archive or folder of a collection. */
export const manifestName = 'collection.json';
