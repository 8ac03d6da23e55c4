import type { MqttState } from '@stationery/client';
import { sharedTexts } from '../texts/shared.ts';
import { Banner } from '../ui/index.ts';

export function MqttBanner({ mqtt }: { mqtt: MqttState | undefined }) {
  if (mqtt?.state !== 'failed') return null;
  const { mqtt: texts } = sharedTexts;
  return (
    <Banner tone="note" title={texts.failed}>
      {texts.reason(mqtt.cause) ?? mqtt.reason}
    </Banner>
  );
}
