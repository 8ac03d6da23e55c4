export interface Component {
  platform: 'binary_sensor' | 'button' | 'event' | 'number' | 'sensor' | 'tag' | 'update';
  name?: string;
  [option: string]: unknown;
}

export interface DeviceInfo {
  name: string;
  model: string;
  sw_version: string;
  hw_version?: string;
  serial_number?: string;
  configuration_url?: string;
}

/** The discovery topic of a device with all its entities (Home Assistant 2024.11 or newer). */
export const discoveryTopic = (prefix: string, id: string): string => `${prefix}/device/${id}/config`;

/** Builds one document with all entities of a device, so that one empty message removes them all. */
export function discoveryDocument(parts: {
  id: string;
  device: DeviceInfo;
  availabilityTopic: string;
  components: Record<string, Component>;
}): Record<string, unknown> {
  const { id, device, availabilityTopic, components } = parts;
  return {
    device: { identifiers: [id], manufacturer: 'Stationery', ...device },
    origin: { name: 'Stationery', sw_version: device.sw_version },
    availability_topic: availabilityTopic,
    components: Object.fromEntries(
      Object.entries(components).map(([name, component]) => [
        name,
        // A tag scanner is the only component that is not an entity.
        component.platform === 'tag' ? component : { ...component, unique_id: `${id}_${name}` },
      ]),
    ),
  };
}
