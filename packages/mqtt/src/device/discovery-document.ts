/** One entity of Home Assistant; `platform` says of which kind. */
export interface Component {
  platform: 'binary_sensor' | 'button' | 'event' | 'number' | 'sensor' | 'tag' | 'update';
  name?: string;
  [option: string]: unknown;
}

/** What Home Assistant shows of the device. */
export interface DeviceInfo {
  name: string;
  model: string;
  sw_version: string;
  hw_version?: string;
  serial_number?: string;
  configuration_url?: string;
}

/** Where Home Assistant (2024.11 or newer) looks for a device with all its entities. */
export const discoveryTopic = (prefix: string, id: string): string => `${prefix}/device/${id}/config`;

/** All entities of a device in one document, so that one empty message removes them all. */
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
        // A tag scanner is the one component that is no entity.
        component.platform === 'tag' ? component : { ...component, unique_id: `${id}_${name}` },
      ]),
    ),
  };
}
