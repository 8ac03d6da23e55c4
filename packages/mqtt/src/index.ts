export { type MqttConfig, type MqttValues, mqttSettings, readMqttConfig } from './settings.ts';
