export const manifestName = 'collection.json';
