export type { Component, DeviceInfo } from './discovery-document.ts';
export type { Command, MqttDevice } from './mqtt-device.ts';
export { MqttService, type MqttServiceDeps } from './mqtt-service.ts';
