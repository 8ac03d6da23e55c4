import { Type } from 'typebox';
import { json, tar } from './media-types.ts';
import { defineRoutes, type RouteErrors } from './route.ts';

export const backupRoutes = (parts: {
  contents: string;
  replaced: string;
  saveErrors: RouteErrors;
  restoreErrors: RouteErrors;
}) =>
  defineRoutes('Backup', json, {
    saveBackup: {
      call: 'GET /api/backup',
      summary: 'Save everything in one file',
      description: `A tar archive with checksums: ${parts.contents}. It contains no access token and no passphrase.`,
      head: false,
      answer: {
        description: 'The archive',
        mediaType: tar,
        headers: { 'Content-Disposition': 'A name for the file' },
      },
      errors: parts.saveErrors,
    },
    restoreBackup: {
      call: 'PUT /api/backup',
      summary: 'Restore a file that was saved before',
      description: `The whole file is checked before anything is changed. ${parts.replaced} After an error nothing is changed; after a crash the restore is completed.`,
      body: {
        mediaTypes: [tar],
        mode: 'stream',
        schema: Type.String({ format: 'binary', description: 'The archive' }),
      },
      answer: { status: 204, description: 'Everything is restored' },
      errors: {
        400: [
          'The file is incomplete, damaged, of a newer version, or of a different device',
          'malformed-request',
          'collection-damaged',
          'collection-newer',
          'collection-other-device',
        ],
        ...parts.restoreErrors,
      },
    },
  });
