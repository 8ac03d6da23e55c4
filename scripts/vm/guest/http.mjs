// Requests without fetch: the program that it is made of takes 3 s to load in a machine without acceleration.
import { request } from 'node:http';

/**
 * Gives the status, the headers and the text of an answer. No connection is kept: one that is may be closed by a slow service
 * just when the next request is sent, or lead to another service that has the same port by then.
 */
export function ask(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      try {
        let text = '';
        for await (const piece of answer.setEncoding('utf8')) text += piece;
        resolve({ status: answer.statusCode, headers: answer.headers, text });
      } catch (error) {
        reject(error);
      }
    });
    asked.end(body);
  });
}
