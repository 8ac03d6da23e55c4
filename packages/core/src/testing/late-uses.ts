import Sqlite from 'libsql';

type Method = (this: object, ...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

/** Records uses of databases and their prepared statements after the database was closed. */
export function watchLateUses(whenOver: (end: () => void) => void): string[] {
  const lateUses: string[] = [];
  const closed = new WeakSet<object>();
  const databases = new WeakMap<object, object>();
  const sample = new Sqlite(':memory:');
  const ofStatement = Object.getPrototypeOf(sample.prepare('SELECT 1')) as Methods;
  const ofDatabase = Object.getPrototypeOf(sample) as Methods;
  sample.close();
  const watch = (methods: Methods, name: string, note: (self: object, result: () => unknown) => unknown) => {
    const before = methods[name] as Method;
    methods[name] = function watched(...args) {
      return note(this, () => before.apply(this, args));
    };
    whenOver(() => {
      methods[name] = before;
    });
  };
  const refuseClosed = (database: object | undefined, name: string) => {
    if (database !== undefined && closed.has(database))
      lateUses.push(new Error(`${name} on a closed database`).stack ?? name);
  };
  watch(ofDatabase, 'close', (database, result) => {
    closed.add(database);
    return result();
  });
  watch(ofDatabase, 'exec', (database, result) => {
    refuseClosed(database, 'exec');
    return result();
  });
  watch(ofDatabase, 'prepare', (database, result) => {
    refuseClosed(database, 'prepare');
    const statement = result() as object;
    databases.set(statement, database);
    return statement;
  });
  for (const name of ['run', 'get', 'all', 'iterate'])
    watch(ofStatement, name, (statement, result) => {
      refuseClosed(databases.get(statement), name);
      return result();
    });
  return lateUses;
}
