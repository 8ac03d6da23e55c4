// Reports test steps from inside the machine: one line per step, `ok`, `not ok` or `skip`, and `end`.

/** Runs the steps. After a failure the remaining steps are skipped. */
export async function runSteps(steps) {
  let failed = false;
  for (const [name, step] of Object.entries(steps)) {
    if (failed) {
      say('skip', name);
      continue;
    }
    const startedMs = performance.now();
    try {
      const remark = await step();
      console.error(`${name}: ${Math.round(performance.now() - startedMs)} ms`);
      say('ok', remark === undefined ? name : `${name} (${remark})`);
    } catch (error) {
      failed = true;
      console.error(error);
      say('not ok', `${name}: ${error.message.split('\n')[0]}`);
    }
  }
  console.log('end');
  return !failed;
}

const say = (outcome, text) => console.log(`${outcome} ${text}`);
