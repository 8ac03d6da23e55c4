export { type MqttConfig, type MqttValues, mqttSettings, readMqttConfig, storedTopics } from './settings.ts';
