// A shell that starts programs, because starting one from this process with its large images takes half a second.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class Shell {
  #child = spawn('sh', [], { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, TZ: 'UTC' } });
  #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  /** @type {Promise<any>} */
  #last = Promise.resolve();

  /** Runs programs one at a time. Returns exit code and output. */
  run(program, ...args) {
    this.#last = this.#last.then(() => this.#run([program, ...args]));
    return this.#last;
  }

  async must(program, ...args) {
    const { code, said } = await this.run(program, ...args);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`);
  }

  close() {
    this.#child.stdin.end();
  }

  async #run(words) {
    const command = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    this.#child.stdin.write(`${command} 2>&1 < /dev/null; code=$?; echo; echo "${endMark} $code"\n`);
    const said = [];
    for (;;) {
      const { value = '', done } = await this.#lines.next();
      if (done) throw new Error('the shell ended');
      if (value.startsWith(endMark))
        return { code: Number(value.slice(endMark.length)), said: said.join('\n').trim() };
      said.push(value);
    }
  }
}

const endMark = '--- ended with';
