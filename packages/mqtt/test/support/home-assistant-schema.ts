/**
 * Options of every entity in Home Assistant 2024.11, which silently drops unknown options. Only this check
 * finds misspelt ones.
 */
const ofEveryEntity = [
  ...['platform', 'unique_id', 'name', 'icon', 'entity_category', 'enabled_by_default', 'device_class'],
  ...['availability_topic', 'payload_available', 'payload_not_available', 'qos', 'encoding'],
  ...['json_attributes_topic', 'json_attributes_template'],
];

const kinds: Record<string, { required: string[]; allowed: string[] }> = {
  tag: { required: ['platform', 'topic'], allowed: ['value_template', 'qos'] },
  event: {
    required: ['unique_id', 'state_topic', 'event_types'],
    allowed: [...ofEveryEntity, 'value_template'],
  },
  button: {
    required: ['unique_id', 'command_topic'],
    allowed: [...ofEveryEntity, 'command_template', 'payload_press', 'retain'],
  },
  number: {
    required: ['unique_id', 'command_topic'],
    allowed: [
      ...ofEveryEntity,
      ...['state_topic', 'value_template', 'command_template', 'min', 'max', 'step', 'mode'],
      ...['unit_of_measurement', 'optimistic', 'payload_reset', 'retain'],
    ],
  },
  sensor: {
    required: ['unique_id', 'state_topic'],
    allowed: [
      ...ofEveryEntity,
      ...['value_template', 'unit_of_measurement', 'state_class', 'options', 'expire_after', 'force_update'],
      'suggested_display_precision',
    ],
  },
  binary_sensor: {
    required: ['unique_id', 'state_topic'],
    allowed: [
      ...ofEveryEntity,
      ...['value_template', 'payload_on', 'payload_off', 'off_delay', 'expire_after', 'force_update'],
    ],
  },
  update: {
    required: ['unique_id'],
    allowed: [
      ...ofEveryEntity,
      ...['state_topic', 'value_template', 'command_topic', 'payload_install', 'title', 'release_url'],
      ...['release_summary', 'latest_version_topic', 'latest_version_template', 'entity_picture'],
    ],
  },
};

const classes: Record<string, string[]> = {
  button: ['identify', 'restart', 'update'],
  update: ['firmware'],
  sensor: ['enum', 'duration', 'battery'],
  binary_sensor: ['battery_charging'],
};
const durationUnits = ['d', 'h', 'min', 's', 'ms'];
const ofDevice = [
  ...['identifiers', 'connections', 'name', 'manufacturer', 'model', 'model_id', 'sw_version', 'hw_version'],
  ...['serial_number', 'configuration_url', 'suggested_area', 'via_device'],
];
const ofDocument = ['device', 'origin', 'components', 'availability_topic', 'qos', 'encoding'];

type Json = Record<string, unknown>;

/** Returns the differences between a discovery document and this schema. */
export function findSchemaProblems(topic: string, document: Json): string[] {
  const problems: string[] = [];
  const check = (isFine: boolean, problem: string) => isFine || problems.push(problem);
  const keysOf = (value: unknown, allowed: readonly string[], where: string) => {
    for (const key of Object.keys(value as Json)) check(allowed.includes(key), `${where}: unknown “${key}”`);
  };
  check(/^[\w/-]+\/device\/[a-zA-Z0-9_-]+\/config$/.test(topic), `topic ${topic}`);
  keysOf(document, ofDocument, 'document');
  const { device, origin, components } = document as { device: Json; origin: Json; components: Json };
  keysOf(device, ofDevice, 'device');
  check(Array.isArray(device.identifiers) && device.identifiers.length > 0, 'device: no identifiers');
  if (device.configuration_url !== undefined)
    check(/^https?:\/\/[^/]+/.test(String(device.configuration_url)), 'device: configuration_url');
  check(typeof origin.name === 'string', 'origin: no name');
  keysOf(origin, ['name', 'sw_version', 'support_url'], 'origin');
  const ids = new Set<unknown>();
  for (const [name, component] of Object.entries(components) as [string, Json][]) {
    const kind = kinds[String(component.platform)];
    check(/^[a-zA-Z0-9_-]+$/.test(name), `${name}: not a name`);
    if (kind === undefined) {
      problems.push(`${name}: unknown platform ${component.platform}`);
      continue;
    }
    for (const key of kind.required) check(component[key] !== undefined, `${name}: no ${key}`);
    keysOf(component, [...kind.required, ...kind.allowed], name);
    problems.push(...valueProblems(name, component));
    if (component.unique_id !== undefined) check(!ids.has(component.unique_id), `${name}: unique_id twice`);
    ids.add(component.unique_id);
  }
  return problems;
}

function valueProblems(name: string, component: Json): string[] {
  const problems: string[] = [];
  const check = (isFine: boolean, problem: string) => isFine || problems.push(`${name}: ${problem}`);
  const { platform, device_class, entity_category, unit_of_measurement, state_class, options } = component;
  for (const [key, value] of Object.entries(component)) {
    if (key === 'topic' || key.endsWith('_topic'))
      check(typeof value === 'string' && /^[^+#\u0000]{1,200}$/.test(value), key);
    if (key.endsWith('_template')) check(/^\{\{ .+ \}\}$/.test(String(value)), key);
  }
  if (component.icon !== undefined) check(/^mdi:[a-z0-9-]+$/.test(String(component.icon)), 'icon');
  if (device_class !== undefined)
    check(classes[String(platform)]?.includes(String(device_class)) === true, 'device_class');
  if (entity_category !== undefined) {
    const isReadOnly = ['sensor', 'binary_sensor', 'event'].includes(String(platform));
    check(
      (isReadOnly ? ['diagnostic'] : ['config', 'diagnostic']).includes(String(entity_category)),
      'category',
    );
  }
  if (platform === 'sensor') {
    const isEnum = device_class === 'enum';
    check(isEnum === (options !== undefined), 'options go with the class enum');
    if (isEnum) check(unit_of_measurement === undefined && state_class === undefined, 'an enum has no unit');
    if (device_class === 'duration') check(durationUnits.includes(String(unit_of_measurement)), 'unit');
    if (device_class === 'battery') check(unit_of_measurement === '%', 'unit');
    if (state_class !== undefined)
      check(['measurement', 'total', 'total_increasing'].includes(String(state_class)), 'state_class');
  }
  if (platform === 'number') {
    check(Number(component.min) < Number(component.max), 'min and max');
    check(['auto', 'box', 'slider'].includes(String(component.mode ?? 'auto')), 'mode');
  }
  return problems;
}
